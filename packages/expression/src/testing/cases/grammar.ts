/** Grammar, and meaning 10: an expression that does not parse or check denies. */
export const grammar = `
grammar ¦ p1 ¦ guest ¦ true ¦ yes ¦ true is everyone
grammar ¦ p1 ¦ guest ¦ false ¦ no ¦ false is no one
grammar ¦ p1 ¦ guest ¦ true || false && false ¦ yes ¦ && binds tighter
grammar ¦ p1 ¦ guest ¦ (true || false) && false ¦ no ¦ parentheses say otherwise
grammar ¦ p1 ¦ guest ¦ false && false || true ¦ yes ¦ on either side
grammar ¦ p1 ¦ guest ¦ status = "published" && price = 10 && active = true ¦ yes ¦ a list of three
grammar ¦ p1 ¦ guest ¦ status = "published" && price = 10 && active = false ¦ no ¦ one fails
grammar ¦ p1 ¦ guest ¦ status = "x" || price = 1 || active = true ¦ yes ¦ one of three
grammar ¦ p1 ¦ guest ¦ status="published"&&price>5 ¦ yes ¦ spaces are optional
grammar ¦ p1 ¦ guest ¦ ((status = "published")) ¦ yes ¦ parentheses may be doubled
grammar ¦ p1 ¦ guest ¦ status = "published" // who may see it ¦ yes ¦ a comment at the end
grammar ¦ p1 ¦ guest ¦ true = true ¦ yes ¦ two written values
grammar ¦ p1 ¦ guest ¦ 1 = 2 ¦ no ¦ two others
grammar ¦ p1 ¦ guest ¦ "a" in ["a"] && 2 > 1 ¦ yes ¦ written values with any operator
10 ¦ p1 ¦ guest ¦  ¦ locked ¦ an empty rule is for staff only
10 ¦ p1 ¦ ann ¦ // true ¦ locked ¦ a comment alone is empty
10 ¦ p1 ¦ ann ¦ status = ¦ broken ¦ cut off
10 ¦ p1 ¦ ann ¦ status = "published" && ¦ broken ¦ cut off after &&
10 ¦ p1 ¦ ann ¦ (true ¦ broken ¦ an open parenthesis
10 ¦ p1 ¦ ann ¦ true) ¦ broken ¦ one too many
10 ¦ p1 ¦ ann ¦ status = "published ¦ broken ¦ an open text
10 ¦ p1 ¦ ann ¦ status == "published" ¦ broken ¦ two equal signs
10 ¦ p1 ¦ ann ¦ active ¦ broken ¦ a column alone is no condition
10 ¦ p1 ¦ ann ¦ !active = true ¦ broken ¦ ! stands before ( only
10 ¦ p1 ¦ ann ¦ true and true ¦ broken ¦ and is written &&
10 ¦ p1 ¦ ann ¦ status in [] ¦ broken ¦ an empty list
10 ¦ p1 ¦ ann ¦ status = ["a"] ¦ broken ¦ a list beside =
10 ¦ p1 ¦ ann ¦ status in "a" ¦ broken ¦ in without a list
10 ¦ p1 ¦ ann ¦ "ann" in editors ¦ broken ¦ in beside a path: ?= is meant
10 ¦ p1 ¦ ann ¦ status in [tags] ¦ broken ¦ a to-many inside a list
10 ¦ p1 ¦ ann ¦ titel = "x" ¦ broken ¦ an unknown column
10 ¦ p1 ¦ ann ¦ titel = "x" || true ¦ broken ¦ also beside something true
10 ¦ p1 ¦ ann ¦ author.nmae = "x" ¦ broken ¦ an unknown column further on
10 ¦ p1 ¦ ann ¦ title.x = "x" ¦ broken ¦ a text has no parts
10 ¦ p1 ¦ ann ¦ author.0 = "x" ¦ broken ¦ nor a relation an index
10 ¦ p1 ¦ ann ¦ @table.bans.user = "x" ¦ broken ¦ an unknown table
10 ¦ p1 ¦ ann ¦ @table.ban.usr = "x" ¦ broken ¦ an unknown column of a table
10 ¦ p1 ¦ ann ¦ @request.user.id = "x" ¦ broken ¦ an unknown part of the request
10 ¦ p1 ¦ ann ¦ @request.auth.rolee != "x" ¦ broken ¦ a mistyped column of the caller never allows
10 ¦ p1 ¦ ann ¦ @request.body.titel = null ¦ broken ¦ nor one of the body
10 ¦ p1 ¦ ann ¦ @request.old.titel = null ¦ broken ¦ nor one of the old row
10 ¦ p1 ¦ ann ¦ @request.auth.org.name = "Acme" ¦ broken ¦ the caller's relations are ids
10 ¦ p1 ¦ ann ¦ @request.method.x = "x" ¦ broken ¦ the method has no parts
10 ¦ p1 ¦ ann ¦ @request.query.a.b = "x" ¦ broken ¦ nor has a query value
10 ¦ p1 ¦ ann ¦ @const.LEVLE = "x" ¦ broken ¦ an unknown constant
10 ¦ p1 ¦ ann ¦ @const.SECRET = "x" ¦ broken ¦ a secret one is refused
10 ¦ p1 ¦ ann ¦ @tomorrow > createdOn ¦ broken ¦ an unknown macro
10 ¦ p1 ¦ ann ¦ upper(title) = "X" ¦ broken ¦ an unknown function
10 ¦ p1 ¦ ann ¦ lower(title, body) = "x" ¦ broken ¦ one value too many
10 ¦ p1 ¦ ann ¦ lower() = "x" ¦ broken ¦ one too few
10 ¦ p1 ¦ ann ¦ now(1) = @now ¦ broken ¦ now takes none
10 ¦ p1 ¦ ann ¦ lower(tags) ?= "x" ¦ broken ¦ a call takes no list
10 ¦ p1 ¦ ann ¦ date(title) > @now ¦ broken ¦ date() reads no row
10 ¦ p1 ¦ ann ¦ date("soon") > @now ¦ broken ¦ and no word that is no date
10 ¦ p1 ¦ ann ¦ price = "10" ¦ broken ¦ number and text
10 ¦ p1 ¦ ann ¦ title = 10 ¦ broken ¦ text and number
10 ¦ p1 ¦ ann ¦ active = "true" ¦ broken ¦ checkbox and text
10 ¦ p1 ¦ ann ¦ active > false ¦ broken ¦ a checkbox has no order
10 ¦ p1 ¦ ann ¦ price ~ "1" ¦ broken ¦ a number has no pattern
10 ¦ p1 ¦ ann ¦ publishedOn ~ "2025" ¦ broken ¦ nor has a date
10 ¦ p1 ¦ ann ¦ publishedOn > "soon" ¦ broken ¦ a text that is no date
10 ¦ p1 ¦ ann ¦ publishedOn > "2025-13-01" ¦ broken ¦ nor is this
10 ¦ p1 ¦ ann ¦ publishedOn = title ¦ broken ¦ a date and a text column
10 ¦ p1 ¦ ann ¦ publishedOn > meta.when ¦ broken ¦ a date and json
10 ¦ p1 ¦ ann ¦ author > "a" ¦ broken ¦ an id has no order
10 ¦ p1 ¦ ann ¦ author ~ "a" ¦ broken ¦ nor a pattern
10 ¦ p1 ¦ ann ¦ cover = "a.png" ¦ broken ¦ a file is there or not, no more
10 ¦ p1 ¦ ann ¦ pin = "1234" ¦ broken ¦ a hashed column
10 ¦ p1 ¦ ann ¦ @request.auth.password != "" ¦ broken ¦ the caller's too
10 ¦ p1 ¦ ann ¦ title:isset = true ¦ broken ¦ isset is for the request
10 ¦ p1 ¦ ann ¦ @request.query.a:changed = true ¦ broken ¦ changed is for the body
10 ¦ p1 ¦ ann ¦ price:length = 1 ¦ broken ¦ a number has no length
10 ¦ p1 ¦ ann ¦ title:each = "a" ¦ broken ¦ a text has no elements
10 ¦ p1 ¦ ann ¦ price:lower = 1 ¦ broken ¦ a number has no case
10 ¦ p1 ¦ ann ¦ author:lower.role = "x" ¦ broken ¦ a modifier before the end
10 ¦ p1 ¦ ann ¦ title:upper = "X" ¦ broken ¦ an unknown modifier
10 ¦ none ¦ ann ¦ title = "x" ¦ broken ¦ without a row there are no columns
10 ¦ p1 ¦ ann ¦ author.org.members.user.org.members.user.org.name ?= "x" ¦ broken ¦ seven relations
10 ¦ p1 ¦ ann ¦ author.org.members.user.org.members.role ?= "guest" ¦ yes ¦ six of them with their end
`
