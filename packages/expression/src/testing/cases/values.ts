/** Values: text and its patterns, numbers, dates and macros, json, functions and modifiers. */
export const values = String.raw`
text ¦ p1 ¦ guest ¦ title = "Hello World" ¦ yes ¦ equal texts
text ¦ p1 ¦ guest ¦ title = "hello world" ¦ no ¦ = minds case
text ¦ p1 ¦ guest ¦ title = "Hello World " ¦ no ¦ and spaces
text ¦ p1 ¦ guest ¦ title = 'Hello World' ¦ yes ¦ single quotes
text ¦ p1 {"title":"a\"b"} ¦ guest ¦ title = "a\"b" ¦ yes ¦ an escaped quote
text ¦ p1 {"title":"a\nb"} ¦ guest ¦ title = "a\nb" ¦ yes ¦ an escaped line break
text ¦ p1 {"title":"é"} ¦ guest ¦ title = "\u00e9" ¦ yes ¦ an escaped letter
text ¦ p1 {"title":"e\u0301"} ¦ guest ¦ title = "\u00e9" ¦ no ¦ texts are compared as stored, not normalised
text ¦ p1 {"title":"// no comment"} ¦ guest ¦ title = "// no comment" ¦ yes ¦ slashes inside a text
text ¦ p1 ¦ guest ¦ title < "a" ¦ yes ¦ capitals sort before small letters
text ¦ p1 {"title":"10"} ¦ guest ¦ title < "9" ¦ yes ¦ letter by letter
text ¦ p1 {"title":"😀"} ¦ guest ¦ title > "￿" ¦ yes ¦ by code point, as both databases sort
text ¦ p1 {"title":"ab"} ¦ guest ¦ title > "a" ¦ yes ¦ the longer of two comes later
text ¦ p1 ¦ guest ¦ title >= "Hello World" ¦ yes ¦ at least itself
text ¦ p1 ¦ guest ¦ body < title ¦ no ¦ two columns in order
match ¦ p1 ¦ guest ¦ title ~ "WORLD" ¦ yes ¦ contains, ASCII case ignored
match ¦ p1 ¦ guest ¦ title ~ "xyz" ¦ no ¦ does not contain
match ¦ p1 ¦ guest ¦ title ~ "hello%" ¦ yes ¦ begins with
match ¦ p1 ¦ guest ¦ title ~ "world%" ¦ no ¦ does not begin with
match ¦ p1 ¦ guest ¦ title ~ "%world" ¦ yes ¦ ends with
match ¦ p1 ¦ guest ¦ title ~ "%hello" ¦ no ¦ does not end with
match ¦ p1 ¦ guest ¦ title ~ "h%d" ¦ yes ¦ begins and ends
match ¦ p1 ¦ guest ¦ title ~ "h%o%w%d" ¦ yes ¦ pieces in order
match ¦ p1 ¦ guest ¦ title ~ "h%w%o%o%d" ¦ no ¦ pieces may not overlap
match ¦ p1 {"title":"aba"} ¦ guest ¦ title ~ "ab%ba" ¦ no ¦ beginning and end may not overlap
match ¦ p1 ¦ guest ¦ title ~ "%" ¦ yes ¦ anything that is there
match ¦ p1 ¦ guest ¦ title ~ "H_llo" ¦ no ¦ an underscore is only itself
match ¦ p3 ¦ guest ¦ body ~ "a_b" ¦ yes ¦ and is found as itself
match ¦ p3 ¦ guest ¦ body ~ "100\\%" ¦ yes ¦ an escaped percent is itself
match ¦ p1 {"body":"1000"} ¦ guest ¦ body ~ "100\\%" ¦ no ¦ and nothing else
match ¦ p3 ¦ guest ¦ body ~ "%100\\%%" ¦ yes ¦ beside wildcards
match ¦ p3 ¦ guest ¦ body ~ "\\\\ done" ¦ yes ¦ an escaped backslash is one
match ¦ p3 ¦ guest ¦ body ~ "Ünder" ¦ yes ¦ other letters match themselves
match ¦ p3 ¦ guest ¦ body ~ "ünder" ¦ no ¦ only A to Z ignore case
match ¦ p1 ¦ guest ¦ title ~ "He.*" ¦ no ¦ a dot or star is only itself
match ¦ p1 ¦ guest ¦ title !~ "xyz" ¦ yes ¦ not containing
match ¦ p1 ¦ guest ¦ title !~ "hello%" ¦ no ¦ negated wildcard
match ¦ p1 {"title":"Some"} ¦ guest ¦ body ~ title ¦ yes ¦ the pattern may be a column
match ¦ p1 ¦ guest {"query":{"q":"wor"}} ¦ title ~ @request.query.q ¦ yes ¦ or come from the request
match ¦ p1 ¦ guest {"query":{"q":"wor%"}} ¦ title ~ @request.query.q ¦ no ¦ wildcards in it count
match ¦ p1 ¦ guest ¦ title ~ "" ¦ yes ¦ every text contains nothing
number ¦ p1 ¦ guest ¦ price = 10 ¦ yes ¦ equal
number ¦ p1 ¦ guest ¦ price = 10.0 ¦ yes ¦ written with a fraction
number ¦ p3 ¦ guest ¦ price = -2.5 ¦ yes ¦ negative with a fraction
number ¦ p3 ¦ guest ¦ price < 0 ¦ yes ¦ below zero
number ¦ p2 ¦ guest ¦ price = -0 ¦ yes ¦ minus zero is zero
number ¦ p1 ¦ guest ¦ price > 9 ¦ yes ¦ as numbers, not as text
number ¦ p1 ¦ guest ¦ price >= 10 && price <= 10 ¦ yes ¦ both bounds include
number ¦ p1 ¦ guest ¦ price > 10 || price < 10 ¦ no ¦ and exclude
number ¦ p1 ¦ guest ¦ price in [1, 10, 100] ¦ yes ¦ in a list
number ¦ p1 ¦ guest ¦ price !in [1, 2] ¦ yes ¦ outside one
number ¦ p1 ¦ guest ¦ price > stock ¦ yes ¦ two columns
number ¦ p1 ¦ guest ¦ 5 = stock ¦ yes ¦ the number may stand left
number ¦ p1 ¦ guest ¦ price in [stock, 10,] ¦ yes ¦ columns in a list, and a last comma
number ¦ p1 {"price":9007199254740991} ¦ guest ¦ price = 9007199254740991 ¦ yes ¦ the largest exact number
bool ¦ p1 ¦ guest ¦ active = true ¦ yes ¦ true
bool ¦ p2 ¦ guest ¦ active = false ¦ yes ¦ false
bool ¦ p1 ¦ guest ¦ active != false ¦ yes ¦ not false
bool ¦ p1 ¦ guest ¦ true = active ¦ yes ¦ true as an operand at the beginning
bool ¦ p1 ¦ guest ¦ active in [true, false] ¦ yes ¦ either
date ¦ p1 ¦ guest ¦ publishedOn = "2025-01-10T12:00:00.000Z" ¦ yes ¦ the same moment
date ¦ p1 ¦ guest ¦ publishedOn = "2025-01-10T13:00:00+01:00" ¦ yes ¦ in another zone
date ¦ p1 ¦ guest ¦ publishedOn = "2025-01-10 12:00" ¦ yes ¦ shorter; UTC unless said
date ¦ p1 ¦ guest ¦ publishedOn = "2025-01-10" ¦ no ¦ a day is its first moment
date ¦ p1 ¦ guest ¦ publishedOn > "2025-01-10" && publishedOn < "2025-01-11" ¦ yes ¦ within a day
date ¦ p1 ¦ guest ¦ publishedOn in ["2025-01-10T12:00:00Z"] ¦ yes ¦ in a list
date ¦ p1 ¦ guest ¦ createdOn < publishedOn ¦ yes ¦ two columns
date ¦ p1 {"publishedOn":1736510400000} ¦ guest ¦ publishedOn = "2025-01-10T12:00:00Z" ¦ yes ¦ stored as milliseconds
date ¦ p3 ¦ guest ¦ publishedOn = @now ¦ yes ¦ the clock is a value handed in
date ¦ p3 ¦ guest ¦ publishedOn = now() ¦ yes ¦ now() is the same
date ¦ p3 ¦ guest ¦ publishedOn > @now ¦ no ¦ not after itself
date ¦ p2 ¦ guest ¦ createdOn = @todayStart ¦ yes ¦ the first moment of today in UTC
date ¦ p2 ¦ guest ¦ updatedOn = @todayEnd ¦ yes ¦ its last millisecond
date ¦ p3 ¦ guest ¦ createdOn = @monthStart ¦ yes ¦ of the month
date ¦ p3 ¦ guest ¦ updatedOn = @monthEnd ¦ yes ¦ of the month, with its own length
date ¦ p4 ¦ guest ¦ createdOn < @yearStart ¦ yes ¦ the millisecond before this year
date ¦ p2 ¦ guest ¦ createdOn >= @yearStart && updatedOn <= @yearEnd ¦ yes ¦ within this year
date ¦ p1 ¦ guest ¦ publishedOn > date("2025-01-10") ¦ yes ¦ date() reads a text
date ¦ p1 ¦ guest {"query":{"d":"2025-01-09"}} ¦ publishedOn > date(@request.query.d) ¦ yes ¦ also one from outside
date ¦ p2 ¦ guest {"query":{"d":"soon"}} ¦ publishedOn = date(@request.query.d) ¦ no ¦ no date is null, and opens nothing
call ¦ p1 ¦ guest ¦ lower(title) = "hello world" ¦ yes ¦ lower()
call ¦ p3 ¦ guest ¦ lower(body) ~ "ünder" ¦ no ¦ lower() folds A to Z only
call ¦ p3 ¦ guest ¦ lower(title) = "" ¦ yes ¦ lower of null is null
call ¦ p1 ¦ guest ¦ len(title) = 11 ¦ yes ¦ characters
call ¦ p3 ¦ guest ¦ len(title) = 0 ¦ yes ¦ of null none
call ¦ p1 {"title":"a😀é"} ¦ guest ¦ len(title) = 3 ¦ yes ¦ code points, not UTF-16 units
call ¦ p1 ¦ guest ¦ len(meta.list) = 3 ¦ yes ¦ items of a json list
call ¦ p1 ¦ guest ¦ len(meta.n) = 0 ¦ yes ¦ a number has none
call ¦ p1 ¦ ann ¦ lower(@request.auth.email) ~ "@acme.test" ¦ yes ¦ of the request
call ¦ p1 ¦ guest ¦ lower("ABC") = "abc" ¦ yes ¦ of a written text
call ¦ p1 ¦ guest ¦ len(lower(title)) > 5 ¦ yes ¦ calls nest
modifier ¦ p1 ¦ guest ¦ title:lower = "hello world" ¦ yes ¦ :lower
modifier ¦ p1 {"tags":["NEWS","Tech"]} ¦ guest ¦ tags:lower ?= "news" ¦ yes ¦ on each of a list
modifier ¦ p1 ¦ guest ¦ title:length = 11 ¦ yes ¦ :length of a text
modifier ¦ p1 ¦ guest ¦ tags:length = 2 ¦ yes ¦ of a list
modifier ¦ p2 ¦ guest ¦ tags:length = 0 ¦ yes ¦ of an empty list: how emptiness is asked
modifier ¦ p4 ¦ guest ¦ tags:length = 0 ¦ yes ¦ of a missing list
modifier ¦ p1 ¦ guest ¦ comments:length >= 2 ¦ yes ¦ of related rows
modifier ¦ p1 ¦ guest ¦ files:length = 2 ¦ yes ¦ of files
modifier ¦ p1 ¦ guest ¦ comments.labels:length = 1 ¦ no ¦ per related row, every one
modifier ¦ p1 ¦ guest ¦ comments.labels:length ?= 0 ¦ yes ¦ per related row, some one
modifier ¦ p1 ¦ guest ¦ comments.author ?= "bob" && comments.labels:length ?= 0 ¦ no ¦ of the chosen row
modifier ¦ p1 ¦ guest ¦ tags:each ?= "news" ¦ yes ¦ :each on a list is the list
modifier ¦ p1 ¦ guest ¦ meta.words:each ?= "b" ¦ yes ¦ on json it takes the list apart
modifier ¦ p1 ¦ guest ¦ meta.words:each = "b" ¦ no ¦ every item
modifier ¦ p1 ¦ guest ¦ meta.list:each > 0 ¦ yes ¦ every number
modifier ¦ p1 ¦ guest ¦ meta.none:each != 1 ¦ yes ¦ of an empty list, negated
modifier ¦ p1 ¦ guest ¦ meta.none:each = 1 ¦ no ¦ of an empty list
modifier ¦ p1 ¦ guest ¦ meta.lang:each = "en" ¦ yes ¦ a single json value is a list of one
modifier ¦ p1 ¦ guest ¦ meta.nil:each ?= null ¦ no ¦ null is a list of none
modifier ¦ p1 ¦ guest ¦ meta.words:length = 2 ¦ yes ¦ :length of a json list
modifier ¦ p1 ¦ guest ¦ meta.lang:length = 2 ¦ yes ¦ of a json text
json ¦ p1 ¦ guest ¦ meta.lang = "en" ¦ yes ¦ a key
json ¦ p1 ¦ guest ¦ meta.deep.x.y = "z" ¦ yes ¦ keys
json ¦ p1 ¦ guest ¦ meta.list.1 = 2 ¦ yes ¦ an index
json ¦ p1 ¦ guest ¦ meta.list.9 = null ¦ yes ¦ an index past the end is null
json ¦ p1 ¦ guest ¦ meta.lang.x = null ¦ yes ¦ a key of a text is null
json ¦ p1 ¦ guest ¦ meta.list.x = null ¦ yes ¦ a key of a list is null
json ¦ p1 ¦ guest ¦ meta.deep.0 = null ¦ yes ¦ an index into an object is null
json ¦ p1 ¦ guest ¦ meta.missing = null ¦ yes ¦ a missing key is null
json ¦ p1 ¦ guest ¦ meta.missing = "" ¦ no ¦ json keeps null and "" apart
json ¦ p1 ¦ guest ¦ meta.missing != "" ¦ yes ¦ both ways
json ¦ p1 ¦ guest ¦ meta.blank = "" ¦ yes ¦ "" is ""
json ¦ p1 ¦ guest ¦ meta.blank = null ¦ no ¦ and not null
json ¦ p1 ¦ guest ¦ meta.nil = null ¦ yes ¦ null is null
json ¦ p3 ¦ guest ¦ meta.lang = null ¦ yes ¦ a json cell that is null
json ¦ p3 ¦ guest ¦ meta = null ¦ yes ¦ as a whole
json ¦ p2 ¦ guest ¦ meta = null ¦ no ¦ an empty object is something
json ¦ p1 ¦ guest ¦ meta.n = 5 ¦ yes ¦ a number
json ¦ p1 ¦ guest ¦ meta.n = "5" ¦ no ¦ is no text
json ¦ p1 ¦ guest ¦ meta.digits = 5 ¦ no ¦ a text is no number
json ¦ p1 ¦ guest ¦ meta.n > 4 ¦ yes ¦ in order
json ¦ p1 ¦ guest ¦ meta.lang > 4 ¦ no ¦ a text has no order among numbers
json ¦ p1 ¦ guest ¦ meta.lang != 4 ¦ yes ¦ but differs from one
json ¦ p1 ¦ guest ¦ meta.ok = true ¦ yes ¦ true
json ¦ p1 ¦ guest ¦ meta.n = true ¦ no ¦ a number is not true
json ¦ p1 ¦ guest ¦ meta.lang ~ "E" ¦ yes ¦ matches
json ¦ p1 ¦ guest ¦ meta.n ~ "5" ¦ no ¦ a number matches nothing
json ¦ p1 ¦ guest ¦ meta.n !~ "5" ¦ yes ¦ so its negation holds
json ¦ p1 ¦ guest ¦ meta.lang in ["de", "en"] ¦ yes ¦ in a list
json ¦ p1 ¦ guest ¦ meta.n in ["5", 5] ¦ yes ¦ a list of mixed kinds
json ¦ p1 ¦ guest ¦ meta.deep = "x" ¦ no ¦ an object equals no text
json ¦ p1 ¦ guest ¦ meta.deep != "x" ¦ yes ¦ and differs
json ¦ p1 ¦ guest ¦ meta.words = "a" ¦ no ¦ a list is no text without :each
json ¦ p1 ¦ guest ¦ meta.lang = meta.lang ¦ yes ¦ two json paths
json ¦ p1 ¦ guest ¦ meta.n = meta.digits ¦ no ¦ of two kinds
json ¦ p1 ¦ guest ¦ meta.deep = meta.deep ¦ no ¦ objects are never equal
json ¦ p1 ¦ guest ¦ meta.nil = meta.missing ¦ yes ¦ null and missing are one
json ¦ p1 ¦ guest ¦ meta.blank = meta.nil ¦ no ¦ "" and null are two
json ¦ p1 {"title":null} ¦ guest ¦ meta.n = title ¦ no ¦ another kind is not null
json ¦ p1 {"title":null} ¦ guest ¦ meta.nil = title ¦ yes ¦ null is null across kinds
json ¦ p1 {"title":""} ¦ guest ¦ meta.nil = title ¦ no ¦ json's side keeps them apart
json ¦ p1 ¦ guest ¦ meta.nil = @request.auth.id ¦ no ¦ a missing request value opens nothing here either
json ¦ p1 ¦ guest ¦ meta.when > "2024-12-31" ¦ yes ¦ a date in json orders as text
json ¦ p1 ¦ guest ¦ meta.__proto__ = null ¦ yes ¦ prototypes are not looked into
json ¦ p1 ¦ guest ¦ meta.constructor.name = null ¦ yes ¦ at any depth
json ¦ p1 ¦ guest ¦ meta.lang.length = null ¦ yes ¦ nor do texts have members
relation ¦ p1 ¦ guest ¦ author.role = "admin" ¦ yes ¦ one relation
relation ¦ p1 ¦ guest ¦ author.org.name = "Acme" ¦ yes ¦ two relations
relation ¦ p1 ¦ guest ¦ author.id = author ¦ yes ¦ a relation is its row's id
relation ¦ p1 ¦ guest ¦ org != author.org ¦ no ¦ two paths to one row
relation ¦ p1 ¦ guest ¦ author in ["ann", "bob"] ¦ yes ¦ an id in a list
relation ¦ c1 ¦ guest ¦ post.author.org.active = true ¦ yes ¦ three relations
relation ¦ c1 ¦ guest ¦ post.author != author ¦ yes ¦ not the post's own author
relation ¦ c2 ¦ guest ¦ post.author != author ¦ no ¦ the same person
`
