"""Calls a project by its OpenAPI document and checks every answer against the schemas.

Needs Python 3 and nothing else. Arguments: the address of the server and the secret of an API key, which may list, view,
create, update and delete the rows of `papers` and has access to the files of its field `paper`.
"""

import json
import re
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit

ADDRESS, KEY = sys.argv[1:3]
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def send(method, path, body=None, key=KEY):
    headers = {"content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, content, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def resolve(document, schema):
    while "$ref" in schema:
        found = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def problems(document, schema, value, at="answer"):
    """What the value has against the schema, by the keywords that the documents use."""
    schema = resolve(document, schema)
    for part in schema.get("allOf", []):
        yield from problems(document, part, value, at)
    choices = schema.get("anyOf")
    if choices and all(list(problems(document, one, value, at)) for one in choices):
        yield f"{at} has none of the shapes"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    is_bool = isinstance(value, bool)
    if types and not any(
        isinstance(value, TYPES[one]) and (one == "boolean" or not is_bool) for one in types
    ):
        yield f"{at} is {value!r}, not {types}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at} is {value!r}, not one of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at} is {value!r}, not {schema['const']!r}"
    if isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{at} is too long"
        if schema.get("format") == "uuid" and not re.fullmatch(r"[0-9a-f-]{36}", value):
            yield f"{at} is no UUID: {value!r}"
        if schema.get("format") == "date-time" and not re.match(r"\d{4}-\d\d-\d\dT", value):
            yield f"{at} is no time: {value!r}"
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from problems(document, schema["items"], item, f"{at}[{index}]")
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{at}.{name} is missing"
        for name, part in schema.get("properties", {}).items():
            if name in value:
                yield from problems(document, part, value[name], f"{at}.{name}")


def schema_of(document, path, method, status):
    responses = document["paths"][path][method]["responses"]
    found = responses.get(str(status)) or responses.get(f"{status // 100}XX") or responses["default"]
    return resolve(document, found)["content"]["application/json"]["schema"]


checked = 0


def call(document, method, path, body=None, want=2, url=None, key=KEY):
    """Calls an operation of the document; stops unless its answer has the described shape."""
    global checked
    status, answer = send(method.upper(), url or path, body, key)
    found = list(problems(document, schema_of(document, path, method, status), answer))
    if status // 100 != want or found:
        sys.exit(f"{method} {path}: {status} {json.dumps(answer)[:500]}\n" + "\n".join(found))
    checked += 1
    return answer


_, document = send("GET", "/api/openapi/data.json")
project = document["components"]["parameters"]["projectId"]["schema"]["default"]
papers, one = "/api/data/papers", "/api/data/papers/{id}"
example = document["paths"][papers]["post"]["requestBody"]["content"]["application/json"]["example"]

row = call(document, "post", papers, example)["data"]
other = call(document, "post", papers, {**example, "parent": row["id"]})["data"]
url = f"{papers}/{other['id']}"
call(document, "get", one, url=f"{url}?$withRelation=parent")
page = call(document, "get", papers, url=f"{papers}?$version=v2&$limit=1&$sort=createdOn")
assert page["total"] == 2 and page["hasMore"] and page["cursor"], page
children = call(document, "get", f"{one}/children", url=f"{papers}/{row['id']}/children?$withRelation=parent")
assert [child["id"] for child in children["data"]] == [other["id"]] and children["total"] == 1, children
rest = call(document, "get", papers, url=f"{papers}?$version=v2&$limit=1&$sort=createdOn&$cursor={page['cursor']}")
assert rest["data"][0]["id"] == other["id"] and rest["cursor"] is None, rest

upload = {"fileName": "paper.txt", "fileSize": 7, "fileType": "text/plain"}
field = {"tableName": "papers", "columnName": "paper"}
signed = call(document, "post", "/api/file/upload", {**field, "files": [upload]})["urls"][0]
parts = urlsplit(signed)
headers = {"content-type": "text/plain"}
acl = re.search(r"x-amz-acl=([^&]+)", parts.query)
if acl:
    headers["x-amz-acl"] = acl[1]
put = urllib.request.Request(f"{ADDRESS}{parts.path}?{parts.query}", b"A paper", headers, method="PUT")
with urllib.request.urlopen(put) as stored:
    assert stored.status == 200, stored.status
file = {**upload, "fileKey": parts.path.removeprefix("/files/"), "url": signed.split("?")[0]}
saved = call(document, "put", one, {"paper": file}, url=url)["data"]
link = {**field, "want": "view", "files": [{"rowId": other["id"], "fileKey": saved["paper"]["fileKey"]}]}
call(document, "post", "/api/file/links", link)
call(document, "put", papers, [{"id": row["id"], "name": "Changed"}])

call(document, "get", one, want=4, url=f"{papers}/none")
call(document, "get", f"{one}/children", want=4, url=f"{papers}/{row['id']}/children?$cursor=none")
call(document, "post", papers, {"count": "many"}, want=4)
call(document, "get", papers, want=4, url=f"{papers}?$filter=%3D%3D")
call(document, "get", papers, want=4, key="plk_" + "x" * 43)

call(document, "delete", one, url=url)
call(document, "delete", papers, [row["id"]])

_, platform = send("GET", "/api/openapi.json", key=None)
call(platform, "get", "/health/live", key=None)
call(platform, "get", "/api/project/{projectId}/origins", want=4, url=f"/api/project/{project}/origins")
call(platform, "get", "/api/data/{table}", url=f"{papers}?$version=v2")
print(f"{checked} answers match their schemas")
