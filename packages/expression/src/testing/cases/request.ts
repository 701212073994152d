/** Meaning 8: the request, and 7: which row is checked on create, update and delete. */
export const request = `
8 ¦ p1 ¦ ann ¦ author = @request.auth.id ¦ yes ¦ the owner
8 ¦ p1 ¦ bob ¦ author = @request.auth.id ¦ no ¦ not the owner
8 ¦ p1 ¦ guest ¦ author = @request.auth.id ¦ no ¦ a guest owns nothing
8 ¦ p1 ¦ guest ¦ author = @request.auth.id || status = "published" ¦ yes ¦ owner or published
8 ¦ p2 ¦ guest ¦ author = @request.auth.id || status = "published" ¦ no ¦ neither
8 ¦ p1 ¦ ann ¦ @request.auth.table = "user" ¦ yes ¦ the caller's table
8 ¦ p1 ¦ key ¦ @request.auth.table = "user" ¦ no ¦ a key has no table
8 ¦ p1 ¦ ann ¦ @request.auth.kind = "user" ¦ yes ¦ an app user
8 ¦ p1 ¦ key ¦ @request.auth.kind = "key" ¦ yes ¦ a key
8 ¦ p1 ¦ key ¦ @request.auth.id != "" ¦ yes ¦ which has an id
8 ¦ p1 ¦ flow ¦ @request.auth.kind = "workflow" ¦ yes ¦ a workflow
8 ¦ p1 ¦ flow ¦ @request.auth.id != "" ¦ no ¦ which is no one
8 ¦ p1 ¦ guest ¦ @request.auth.kind = "user" ¦ no ¦ a guest has no kind
8 ¦ p1 ¦ guest ¦ @request.auth.kind != "staff" ¦ yes ¦ and so is not staff
8 ¦ p1 ¦ guest ¦ @request.auth.kind in ["user", "key"] ¦ no ¦ nor in a list of kinds
8 ¦ p1 ¦ ann ¦ @request.auth.role = "admin" ¦ yes ¦ a column of the caller
8 ¦ p1 ¦ cid ¦ @request.auth.role = "admin" ¦ no ¦ without that role
8 ¦ p1 ¦ cid ¦ @request.auth.role = "" ¦ yes ¦ a column that is null is empty
8 ¦ p1 ¦ guest ¦ @request.auth.role != "banned" ¦ yes ¦ a missing value differs: say != "" as well
8 ¦ p1 ¦ ann ¦ @request.auth.age >= 18 ¦ yes ¦ a number of the caller
8 ¦ p1 ¦ guest ¦ @request.auth.age >= 0 ¦ no ¦ a guest has no age
8 ¦ p1 ¦ guest ¦ @request.auth.age < 18 ¦ no ¦ nor is one below
8 ¦ p1 ¦ ann ¦ @request.auth.verified = true ¦ yes ¦ a checkbox of the caller
8 ¦ p1 ¦ guest ¦ @request.auth.verified != true ¦ yes ¦ a guest is not verified
8 ¦ p1 ¦ ann ¦ @request.auth.roles ?= "editor" ¦ yes ¦ some role of the caller
8 ¦ p1 ¦ ann ¦ @request.auth.roles = "editor" ¦ no ¦ not every one
8 ¦ p1 ¦ guest ¦ @request.auth.roles ?= "editor" ¦ no ¦ a guest has none
8 ¦ p1 ¦ guest ¦ @request.auth.roles != "editor" ¦ yes ¦ which holds on none
8 ¦ p1 ¦ ann ¦ @request.auth.roles:length = 2 ¦ yes ¦ counted
8 ¦ p1 ¦ guest ¦ @request.auth.roles:length = 0 ¦ yes ¦ none counts as zero
8 ¦ p1 ¦ ann ¦ @request.auth.org = org ¦ yes ¦ the caller's relation is an id
8 ¦ p1 ¦ ann ¦ @request.auth.memberships ?= "m3" ¦ yes ¦ and a to-many is ids
8 ¦ p1 ¦ ann ¦ @request.auth.born < @now ¦ yes ¦ a date of the caller
8 ¦ p1 ¦ bob ¦ @request.auth.born < @now ¦ no ¦ which may be missing
8 ¦ p1 ¦ ann ¦ @request.auth.settings.theme = "dark" ¦ yes ¦ json of the caller
8 ¦ p1 ¦ bob ¦ @request.auth.settings.theme = "dark" ¦ no ¦ without that key
8 ¦ p1 ¦ guest {"query":{"status":"published"}} ¦ status = @request.query.status ¦ yes ¦ a query value
8 ¦ p1 ¦ guest {"query":{"status":"draft"}} ¦ status = @request.query.status ¦ no ¦ another one
8 ¦ p1 ¦ guest {"query":{"max":"12"}} ¦ price <= @request.query.max ¦ yes ¦ read as a number beside a number
8 ¦ p1 ¦ guest {"query":{"max":"9"}} ¦ price <= @request.query.max ¦ no ¦ as a number, not letter by letter
8 ¦ p1 ¦ guest {"query":{"max":"12abc"}} ¦ price <= @request.query.max ¦ no ¦ what is no number has no order
8 ¦ p1 ¦ guest {"query":{"n":"1e1"}} ¦ price = @request.query.n ¦ no ¦ only the language's own numbers
8 ¦ p1 ¦ guest {"query":{"n":"10.0"}} ¦ price = @request.query.n ¦ yes ¦ equal as numbers
8 ¦ p1 ¦ guest {"query":{"n":"x"}} ¦ price != @request.query.n ¦ yes ¦ what is no number differs
8 ¦ p1 ¦ guest {"query":{"on":"true"}} ¦ active = @request.query.on ¦ yes ¦ read as true beside a checkbox
8 ¦ p1 ¦ guest {"query":{"on":"1"}} ¦ active = @request.query.on ¦ no ¦ one is not true
8 ¦ p1 ¦ guest {"query":{"d":"2025-01-10"}} ¦ publishedOn > @request.query.d ¦ yes ¦ read as a date beside a date
8 ¦ p1 ¦ guest {"query":{"d":"yesterday"}} ¦ publishedOn > @request.query.d ¦ no ¦ what is no date has no order
8 ¦ p1 ¦ guest {"query":{"d":"2025-02-30"}} ¦ publishedOn != @request.query.d ¦ yes ¦ a day that is not there differs
8 ¦ p1 ¦ guest {"query":{"a":["published"]}} ¦ status = @request.query.a ¦ no ¦ a repeated parameter is no text
8 ¦ p1 ¦ guest {"query":{"a":["draft","published"]}} ¦ status ?= @request.query.a:each ¦ yes ¦ :each takes it apart
8 ¦ p1 ¦ guest {"query":{"a":"1"}} ¦ @request.query.a:isset = true ¦ yes ¦ was sent
8 ¦ p1 ¦ guest {"query":{"a":""}} ¦ @request.query.a:isset = true ¦ yes ¦ sent empty is sent
8 ¦ p1 ¦ guest ¦ @request.query.a:isset = false ¦ yes ¦ was not sent
8 ¦ p1 ¦ guest ¦ @request.query.constructor = null ¦ yes ¦ prototypes hold no values
8 ¦ p1 ¦ guest {"query":{}} ¦ @request.query.toString:isset = false ¦ yes ¦ nor are their members sent
8 ¦ p1 ¦ guest {"headers":{"x-level":"10"}} ¦ @request.headers.x_level = "10" ¦ yes ¦ a dash becomes an underscore
8 ¦ p1 ¦ guest {"headers":{"X-Level":"10"}} ¦ @request.headers.x_level = "10" ¦ yes ¦ names are lower case
8 ¦ p1 ¦ guest {"headers":{"x-level":"10"}} ¦ price = @request.headers.x_level ¦ yes ¦ read as a number
8 ¦ p1 ¦ guest ¦ @request.headers.x_level = "10" ¦ no ¦ a missing header is null
8 ¦ p1 ¦ guest {"headers":{"x-a":"b"}} ¦ @request.headers.x_a:isset = true ¦ yes ¦ isset on a header
8 ¦ p1 ¦ guest ¦ @request.method = "GET" ¦ yes ¦ the method
8 ¦ p1 ¦ guest {"context":"realtime"} ¦ @request.context = "realtime" ¦ yes ¦ the context
8 ¦ p1 ¦ guest ¦ @request.context in ["file", "relation"] ¦ no ¦ another context
8 ¦ p1 ¦ guest ¦ @request.env = "production" ¦ no ¦ the environment
8 ¦ p1 ¦ guest ¦ @request.env ~ "dev" ¦ yes ¦ is text
8 ¦ p1 ¦ guest ¦ price = @const.LEVEL ¦ yes ¦ a constant read as a number
8 ¦ p1 ¦ guest ¦ author = @const.OWNER ¦ yes ¦ a constant as an id
8 ¦ p1 ¦ guest ¦ title = @const.OWNER ¦ no ¦ a constant as text
8 ¦ p1 ¦ guest ¦ @const.MISSING = null ¦ yes ¦ a constant without value is null
8 ¦ p1 ¦ ann ¦ @request.auth.id in [@const.OWNER] ¦ yes ¦ request and constant meet
8 ¦ none ¦ ann {"body":{"n":5}} ¦ @request.body.n = 5 ¦ yes ¦ without a table the body is free JSON
8 ¦ none ¦ ann {"body":{"n":"5"}} ¦ @request.body.n = 5 ¦ no ¦ and keeps its kinds
8 ¦ none ¦ ann {"body":{"a":{"b":"x"}}} ¦ @request.body.a.b = "x" ¦ yes ¦ at any depth
8 ¦ none ¦ ann {"body":{"a":[{"b":"x"}]}} ¦ @request.body.a.0.b = "x" ¦ yes ¦ through lists
8 ¦ none ¦ ann {"body":{"a":["x","y"]}} ¦ @request.body.a:each ?= "y" ¦ yes ¦ or over them
8 ¦ none ¦ ann {"body":{"a":[]}} ¦ @request.body.a:each = "y" ¦ no ¦ every needs one
8 ¦ none ¦ ann {"body":{"a":"x"}} ¦ @request.body.a:each = "x" ¦ yes ¦ a single value is a list of one
8 ¦ none ¦ ann {"body":{"a":{"k":1}}} ¦ @request.body.a = "x" ¦ no ¦ an object equals nothing
8 ¦ none ¦ ann {"body":{"a":{"k":1}}} ¦ @request.body.a != "x" ¦ yes ¦ and differs from everything
8 ¦ none ¦ ann {"body":{"a":"x","b":"x"}} ¦ @request.body.a = @request.body.b ¦ yes ¦ two free values by their own kinds
8 ¦ none ¦ ann {"body":{"a":1,"b":"1"}} ¦ @request.body.a = @request.body.b ¦ no ¦ which must agree
8 ¦ none ¦ ann {"body":{"a":2,"b":10}} ¦ @request.body.a < @request.body.b ¦ yes ¦ numbers order as numbers
8 ¦ none ¦ ann {"body":{"a":"2","b":"10"}} ¦ @request.body.a < @request.body.b ¦ no ¦ texts as texts
8 ¦ none ¦ ann {"body":{"a":true,"b":false}} ¦ @request.body.a > @request.body.b ¦ no ¦ true and false have no order
8 ¦ none ¦ ann {"body":{"d":"2025-06-15"}} ¦ @request.body.d <= @now ¦ yes ¦ a text that is a date
8 ¦ none ¦ ann {"body":{"d":1750000000000}} ¦ @request.body.d <= @now ¦ no ¦ a JSON number is no date
7 ¦ create post {"title":"a","author":"ann"} ¦ ann ¦ author = @request.auth.id ¦ yes ¦ create is judged on the new row
7 ¦ create post {"title":"a","author":"bob"} ¦ ann ¦ author = @request.auth.id ¦ no ¦ not in somebody's name
7 ¦ create post {"title":"a"} ¦ guest ¦ author = @request.auth.id ¦ no ¦ nor in nobody's
7 ¦ create post {"status":"draft"} ¦ ann ¦ @request.body.status = "draft" ¦ yes ¦ the submitted value
7 ¦ create post {"title":"a"} ¦ ann ¦ @request.body.status:isset = false ¦ yes ¦ a field that was not sent
7 ¦ create post {"secret":"x"} ¦ ann ¦ @request.body.secret:isset = false ¦ no ¦ a field that was
7 ¦ create post {"status":null} ¦ ann ¦ @request.body.status:isset = true ¦ yes ¦ null was sent
7 ¦ create post {"title":"a"} ¦ ann ¦ @request.old.title = null ¦ yes ¦ there is no old row
7 ¦ create post {"title":"a"} ¦ ann ¦ @request.body.title:changed = true ¦ yes ¦ from nothing to something
7 ¦ create post {"title":""} ¦ ann ¦ @request.body.title:changed = false ¦ yes ¦ from nothing to nothing
7 ¦ create post {"tags":["a","b"]} ¦ ann ¦ @request.body.tags ?= "a" ¦ yes ¦ a submitted list
7 ¦ create post {"tags":["a","b"]} ¦ ann ¦ @request.body.tags:length <= 1 ¦ no ¦ counted
7 ¦ create post {"editors":["ann"]} ¦ ann ¦ editors.role ?= "admin" ¦ yes ¦ a new row's relations are followed
7 ¦ create user {"password":"hunter2"} ¦ guest ¦ @request.body.password != "" ¦ yes ¦ a hashed field may be asked for in the body
7 ¦ update p1 {"title":"b"} ¦ ann ¦ author = @request.auth.id ¦ yes ¦ update: before and after
7 ¦ update p1 {"author":"bob"} ¦ ann ¦ author = @request.auth.id ¦ no ¦ giving it away fails on the result
7 ¦ update p3 {"author":"ann"} ¦ ann ¦ author = @request.auth.id ¦ no ¦ taking it fails on the stored row
7 ¦ update p1 {"status":"draft"} ¦ ann ¦ status = "published" ¦ no ¦ true before, not after
7 ¦ update p2 {"status":"published"} ¦ ann ¦ status = "published" ¦ no ¦ true after, not before
7 ¦ update p2 {"status":"published"} ¦ ann ¦ @request.old.status = "draft" ¦ yes ¦ the old value stays the same in both
7 ¦ update p1 {"title":"b"} ¦ ann ¦ @request.old.title = "Hello World" ¦ yes ¦ the value before
7 ¦ update p1 {"price":11} ¦ ann ¦ @request.body.price > @request.old.price ¦ yes ¦ only upwards
7 ¦ update p1 {"price":9} ¦ ann ¦ @request.body.price > @request.old.price ¦ no ¦ not downwards
7 ¦ update p1 {"title":"b"} ¦ ann ¦ @request.body.price > @request.old.price ¦ no ¦ what was not sent has no order
7 ¦ update p2 {"body":"x"} ¦ ann ¦ @request.old.stock = stock ¦ yes ¦ two stored nulls are equal
7 ¦ update bob {"role":"admin"} ¦ bob ¦ @request.body.role:changed = false ¦ no ¦ nobody changes role
7 ¦ update bob {"role":"user"} ¦ bob ¦ @request.body.role:changed = false ¦ yes ¦ sending the same is no change
7 ¦ update bob {"age":21} ¦ bob ¦ @request.body.role:changed = false ¦ yes ¦ not sending it is no change
7 ¦ update cid {"role":""} ¦ cid ¦ @request.body.role:changed = false ¦ yes ¦ "" for null is no change
7 ¦ update bob {"role":null} ¦ bob ¦ @request.body.role:changed = true ¦ yes ¦ clearing is a change
7 ¦ update bob {"age":"20"} ¦ bob ¦ @request.body.age:changed = true ¦ yes ¦ another kind is a change
7 ¦ update ann {"roles":["editor","writer"]} ¦ ann ¦ @request.body.roles:changed = false ¦ yes ¦ the same list
7 ¦ update ann {"roles":["writer","editor"]} ¦ ann ¦ @request.body.roles:changed = true ¦ yes ¦ another order
7 ¦ update ann {"settings":{"beta":true,"theme":"dark"}} ¦ ann ¦ @request.body.settings:changed = false ¦ yes ¦ json with its keys in another order
7 ¦ update ann {"settings":{"beta":true}} ¦ ann ¦ @request.body.settings:changed = true ¦ yes ¦ a key less
7 ¦ update ann {"born":"1995-06-15"} ¦ ann ¦ @request.body.born:changed = false ¦ yes ¦ the same moment, written shorter
7 ¦ update ann {"born":"1995-06-16"} ¦ ann ¦ @request.body.born:changed = true ¦ yes ¦ another moment
7 ¦ update ann {"password":"x"} ¦ ann ¦ @request.body.password:changed = true ¦ yes ¦ a hashed field that is sent
7 ¦ update ann {"password":""} ¦ ann ¦ @request.body.password:changed = false ¦ yes ¦ sent blank
7 ¦ update p1 {"meta":{"lang":"de"}} ¦ ann ¦ @request.body.meta.lang = "de" ¦ yes ¦ into submitted json
7 ¦ update p1 {"editors":["ann","bob","cid"]} ¦ bob ¦ editors ?= @request.auth.id && @request.body.editors:length > 2 ¦ yes ¦ rows and body together
7 ¦ delete p1 ¦ ann ¦ author = @request.auth.id ¦ yes ¦ delete is judged on the stored row
7 ¦ delete p1 ¦ bob ¦ author = @request.auth.id ¦ no ¦ and refused
7 ¦ list p2 ¦ guest ¦ status = "published" ¦ no ¦ list is judged row by row
7 ¦ list p1 ¦ guest ¦ status = "published" ¦ yes ¦ and keeps what holds
`
