/** Meanings 3 and 5: `@table` and negation. */
export const table = `
3 ¦ p1 ¦ bob ¦ @table.ban.user = @request.auth.id ¦ yes ¦ some row of the table
3 ¦ p1 ¦ ann ¦ @table.ban.user = @request.auth.id ¦ no ¦ no row of the table
3 ¦ p1 ¦ guest ¦ @table.ban.user = @request.auth.id ¦ no ¦ a guest is in no row
3 ¦ p1 ¦ ann ¦ @table.ban.user != @request.auth.id ¦ yes ¦ some row of another user, not "no row of mine"
3 ¦ p1 ¦ bob ¦ @table.ban.user != @request.auth.id ¦ yes ¦ for the banned too: another row is there
3 ¦ p1 ¦ guest ¦ @table.ban.user ?= "bob" ¦ yes ¦ ? says the same of a table
3 ¦ p1 ¦ guest ¦ @table.ban.reason = "spam" ¦ yes ¦ any column
3 ¦ p1 ¦ guest ¦ @table.ban.reason = null ¦ yes ¦ some row lacks a reason
3 ¦ p1 ¦ guest ¦ @table.ban.until > @now ¦ yes ¦ some row still runs
3 ¦ p1 ¦ guest ¦ @table.ban.until < @now ¦ no ¦ none has run out; null is not before
3 ¦ p1 ¦ guest ¦ @table.archive.title = "x" ¦ no ¦ an empty table has no row
3 ¦ p1 ¦ guest ¦ @table.archive.title != "x" ¦ no ¦ none that differs either
3 ¦ p1 ¦ guest ¦ @table.archive.title = null ¦ no ¦ none that is empty either
3 ¦ p1 ¦ guest ¦ @table.archive.title !~ "x" ¦ no ¦ a negated operator needs a row too
3 ¦ p1 ¦ guest ¦ @table.archive.title !in ["x"] ¦ no ¦ as does not being in a list
3 ¦ p1 ¦ guest ¦ @table.user.org.name = "Acme" ¦ yes ¦ a path goes on from the row
3 ¦ p1 ¦ guest ¦ @table.user.org.name = "Ghost" ¦ no ¦ nobody is there
3 ¦ p1 ¦ guest ¦ @table.org.members.role = "guest" ¦ yes ¦ some org whose members are all guests
3 ¦ p1 ¦ guest ¦ @table.org.members.role = "owner" ¦ no ¦ no org of owners only
3 ¦ p1 ¦ guest ¦ @table.org.members.role ?= "owner" ¦ yes ¦ some org with some owner
3 ¦ p1 ¦ guest ¦ @table.org.members.role != "guest" ¦ yes ¦ an org without members has no guest
3 ¦ p1 ¦ guest ¦ @table.user.roles = "writer" ¦ yes ¦ some user who is only writer
3 ¦ p1 ¦ guest ¦ @table.comment.post = id ¦ yes ¦ compared with the row at hand
3 ¦ p2 ¦ guest ¦ @table.comment.post = id ¦ no ¦ no comment on this post
3 ¦ p1 ¦ guest ¦ @table.comment.author = author ¦ yes ¦ two columns of two rows
3 ¦ p4 ¦ guest ¦ @table.comment.author = author ¦ yes ¦ two missing authors in stored rows are equal
3 ¦ p1 ¦ guest ¦ id = @table.comment.post ¦ yes ¦ the table may stand right
3 ¦ p1 ¦ guest ¦ @table.comment.likes > @table.comment.likes ¦ no ¦ one alias is one row on both sides
3 ¦ p1 ¦ guest ¦ @table.comment.likes > @table.comment:b.likes ¦ yes ¦ another alias is another row
3 ¦ p1 ¦ guest ¦ "ann" in [@table.ban.user] ¦ no ¦ a table inside a list is some row
3 ¦ p1 ¦ guest ¦ "bob" in ["x", @table.ban.user] ¦ yes ¦ found beside a written value
3 ¦ p1 ¦ guest ¦ lower(@table.user.email) = "bob@beta.test" ¦ yes ¦ a table inside a call
3 ¦ p1 ¦ guest ¦ @table.user.email:lower = "bob@beta.test" ¦ yes ¦ a modifier on a table's path
3 ¦ p1 ¦ guest ¦ len(@table.comment.text) = 4 ¦ yes ¦ counted per row
3 ¦ p1 ¦ guest ¦ @table.user.roles:length = 0 ¦ yes ¦ some user without roles
3 ¦ p1 ¦ guest ¦ @table.user.roles:length > 2 ¦ no ¦ nobody with more than two
3 ¦ p1 ¦ guest ¦ @table.user.settings.beta = true ¦ yes ¦ json of some row
3 ¦ none ¦ bob ¦ @table.ban.user = @request.auth.id ¦ yes ¦ an Execute Permission may ask tables
3 ¦ p1 ¦ guest ¦ @table.post.id = id && @table.post.price = 10 ¦ yes ¦ the row's own table, found by id
3 ¦ p2 ¦ guest ¦ @table.post.id = id && @table.post.price = 10 ¦ no ¦ the row of that id has another price
5 ¦ p1 ¦ ann ¦ !(@table.ban.user = @request.auth.id) ¦ yes ¦ not banned
5 ¦ p1 ¦ bob ¦ !(@table.ban.user = @request.auth.id) ¦ no ¦ banned
5 ¦ p1 ¦ guest ¦ !(@table.ban.user = @request.auth.id) ¦ yes ¦ a guest is not banned
5 ¦ p1 ¦ guest ¦ !(@table.archive.title != "x") ¦ yes ¦ no row at all
5 ¦ p1 ¦ guest ¦ !(title = "Hello World") ¦ no ¦ a plain negation
5 ¦ p3 ¦ guest ¦ !(title = "x") ¦ yes ¦ null is not x
5 ¦ p3 ¦ guest ¦ !(title > "a") ¦ yes ¦ ordering on null is false, so its negation holds
5 ¦ p3 ¦ guest ¦ !(title ~ "a") ¦ yes ¦ as with matching
5 ¦ p3 ¦ guest ¦ !(title !~ "a") ¦ no ¦ and with not matching
5 ¦ p1 ¦ guest ¦ !(tags = "news") ¦ yes ¦ not every tag, which is not "no tag"
5 ¦ p2 ¦ guest ¦ !(tags = "news") ¦ yes ¦ every failed for want of one
5 ¦ p1 ¦ guest ¦ !(tags ?= "news") ¦ no ¦ no tag is news: wrong here
5 ¦ p2 ¦ guest ¦ !(tags ?= "news") ¦ yes ¦ none is
5 ¦ p2 ¦ guest ¦ !(tags != "news") ¦ no ¦ the vacuous truth is negated as well
5 ¦ p1 ¦ guest ¦ !(!(status = "published")) ¦ yes ¦ twice is once
5 ¦ p1 ¦ guest ¦ !(true) ¦ no ¦ constants negate
5 ¦ p1 ¦ guest ¦ !(false) ¦ yes ¦ both ways
5 ¦ p1 ¦ guest ¦ !(status = "draft" || price > 5) ¦ no ¦ neither, but one holds
5 ¦ p2 ¦ guest ¦ !(status = "published" || price > 5) ¦ yes ¦ neither
5 ¦ p1 ¦ guest ¦ !(status = "published" && price > 50) ¦ yes ¦ not both
5 ¦ p1 ¦ bob ¦ !(@table.ban.user = @request.auth.id && @table.ban.reason = null) ¦ yes ¦ no row is mine and without reason
5 ¦ p1 ¦ cid ¦ !(@table.ban.user = @request.auth.id && @table.ban.reason = null) ¦ no ¦ that row is there
5 ¦ p1 ¦ guest ¦ !(editors.role ?= "user" && editors.age ?> 25) ¦ yes ¦ no one editor is both
5 ¦ p1 ¦ guest ¦ !(comments.author ?= "bob" || comments.author ?= "cid") ¦ no ¦ one of them commented
`
