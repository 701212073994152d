/** Meaning 2: to-many paths. */
export const many = `
2 ¦ p1 ¦ guest ¦ tags = "news" ¦ no ¦ plain means every tag
2 ¦ p3 ¦ guest ¦ tags = "news" ¦ yes ¦ the only tag is every tag
2 ¦ p2 ¦ guest ¦ tags = "news" ¦ no ¦ every needs at least one
2 ¦ p4 ¦ guest ¦ tags = "news" ¦ no ¦ a list that is null has no element
2 ¦ p1 ¦ guest ¦ tags ?= "news" ¦ yes ¦ some tag
2 ¦ p1 ¦ guest ¦ tags ?= "tech" ¦ yes ¦ any place in the list will do
2 ¦ p1 ¦ guest ¦ tags ?= "sport" ¦ no ¦ none of them
2 ¦ p2 ¦ guest ¦ tags ?= "news" ¦ no ¦ some is false on empty
2 ¦ p2 ¦ guest ¦ tags != "news" ¦ yes ¦ a negated plain operator holds on none
2 ¦ p1 ¦ guest ¦ tags != "news" ¦ no ¦ one tag is news
2 ¦ p1 ¦ guest ¦ tags != "sport" ¦ yes ¦ no tag is sport
2 ¦ p1 ¦ guest ¦ tags ?!= "news" ¦ yes ¦ some tag is another
2 ¦ p3 ¦ guest ¦ tags ?!= "news" ¦ no ¦ no tag is another
2 ¦ p2 ¦ guest ¦ tags ?!= "news" ¦ no ¦ some is false on empty, negated too
2 ¦ p1 ¦ guest ¦ tags ~ "e" ¦ yes ¦ every tag contains e
2 ¦ p1 ¦ guest ¦ tags ~ "new" ¦ no ¦ one tag does not contain new
2 ¦ p1 ¦ guest ¦ tags ?~ "NEW" ¦ yes ¦ some tag contains it, case ignored
2 ¦ p2 ¦ guest ¦ tags ~ "%" ¦ no ¦ no tag, nothing to match
2 ¦ p2 ¦ guest ¦ tags !~ "e" ¦ yes ¦ not matching holds on none
2 ¦ p1 ¦ guest ¦ tags !~ "x" ¦ yes ¦ no tag contains x
2 ¦ p1 ¦ guest ¦ tags !~ "new" ¦ no ¦ one does
2 ¦ p1 ¦ guest ¦ tags ?!~ "new" ¦ yes ¦ some does not
2 ¦ p1 ¦ guest ¦ tags in ["news", "tech", "x"] ¦ yes ¦ every tag is in the list
2 ¦ p1 ¦ guest ¦ tags in ["news"] ¦ no ¦ one is not
2 ¦ p1 ¦ guest ¦ tags ?in ["news"] ¦ yes ¦ some is
2 ¦ p2 ¦ guest ¦ tags in ["news"] ¦ no ¦ none is
2 ¦ p2 ¦ guest ¦ tags !in ["news"] ¦ yes ¦ outside holds on none
2 ¦ p1 ¦ guest ¦ tags !in ["sport"] ¦ yes ¦ every tag is outside
2 ¦ p1 ¦ guest ¦ tags !in ["news"] ¦ no ¦ one is inside
2 ¦ p1 ¦ guest ¦ tags ?!in ["news"] ¦ yes ¦ some is outside
2 ¦ p2 ¦ guest ¦ tags ?!in ["news"] ¦ no ¦ no element to be outside
2 ¦ p1 ¦ guest ¦ tags > "a" ¦ yes ¦ every tag sorts after a
2 ¦ p1 ¦ guest ¦ tags > "p" ¦ no ¦ news does not sort after p
2 ¦ p1 ¦ guest ¦ tags ?> "p" ¦ yes ¦ tech does
2 ¦ p2 ¦ guest ¦ tags > "a" ¦ no ¦ ordering needs at least one
2 ¦ p2 ¦ guest ¦ tags = "" ¦ no ¦ an empty list has no empty element
2 ¦ p2 ¦ guest ¦ tags != "" ¦ yes ¦ and none that is not
2 ¦ p1 ¦ guest ¦ tags != null ¦ yes ¦ every tag is something
2 ¦ p1 {"tags":["a",""]} ¦ guest ¦ tags ?= "" ¦ yes ¦ an empty element can be found
2 ¦ p1 ¦ guest ¦ editors ?= "bob" ¦ yes ¦ a to-many relation compares by id
2 ¦ p1 ¦ bob ¦ editors ?= @request.auth.id ¦ yes ¦ an editor
2 ¦ p1 ¦ cid ¦ editors ?= @request.auth.id ¦ no ¦ not an editor
2 ¦ p1 ¦ guest ¦ editors ?= @request.auth.id ¦ no ¦ a guest is nobody
2 ¦ p2 ¦ guest ¦ editors = @request.auth.id ¦ no ¦ nobody edits, nobody asks: closed
2 ¦ p2 ¦ guest ¦ editors != @request.auth.id ¦ yes ¦ the negation holds on none
2 ¦ p1 ¦ guest ¦ editors.role ?= "admin" ¦ yes ¦ some editor is admin
2 ¦ p1 ¦ guest ¦ editors.role = "admin" ¦ no ¦ not every one
2 ¦ p4 ¦ guest ¦ editors.role = "admin" ¦ yes ¦ the only editor is
2 ¦ p3 ¦ guest ¦ editors.role ?= null ¦ yes ¦ an editor without a role is an element of null
2 ¦ p3 ¦ guest ¦ editors.role = "" ¦ yes ¦ every editor lacks a role
2 ¦ p3 ¦ guest ¦ editors.role != "admin" ¦ yes ¦ null differs, and it is the only one
2 ¦ p3 ¦ guest ¦ editors.age > 10 ¦ no ¦ a null element fails an ordering
2 ¦ p1 ¦ guest ¦ editors.age >= 20 ¦ yes ¦ every editor is old enough
2 ¦ p1 ¦ guest ¦ editors.age > 20 ¦ no ¦ one is not
2 ¦ p1 ¦ guest ¦ editors.age ?> 20 ¦ yes ¦ one is
2 ¦ p1 ¦ guest ¦ comments.author.role ?= "user" ¦ yes ¦ a to-one after a to-many
2 ¦ p4 ¦ guest ¦ comments.author.role = null ¦ yes ¦ a comment without author still counts as an element
2 ¦ p4 ¦ guest ¦ comments.author.role ?!= "admin" ¦ yes ¦ and differs from admin
2 ¦ p2 ¦ guest ¦ comments.author.role = null ¦ no ¦ without comments there is no element
2 ¦ p4 ¦ guest ¦ author.posts.title = "x" ¦ no ¦ a to-many behind a missing to-one is empty
2 ¦ p4 ¦ guest ¦ author.posts.title != "x" ¦ yes ¦ so the negation holds
2 ¦ p1 ¦ guest ¦ org.members.user.role ?= "user" ¦ yes ¦ to-one, to-many, to-one
2 ¦ p1 ¦ guest ¦ author.memberships.org.members.user ?= "bob" ¦ yes ¦ two to-many relations in one path
2 ¦ p1 ¦ guest ¦ author.memberships.org.members.user != "cid" ¦ yes ¦ nobody at the end is cid
2 ¦ p2 ¦ guest ¦ org.members.scopes ?= "read" ¦ no ¦ lists in rows of a list, all empty
2 ¦ p1 ¦ guest ¦ org.members.scopes = "read" ¦ no ¦ every scope of every member
2 ¦ p1 ¦ guest ¦ org.members.scopes ?= "write" ¦ yes ¦ some scope of some member
2 ¦ p1 ¦ guest ¦ comments.labels = "good" ¦ yes ¦ a comment without labels adds no element
2 ¦ p1 ¦ ann ¦ tags = @request.auth.roles ¦ no ¦ every pair of two lists
2 ¦ p1 {"tags":["writer"]} ¦ bob ¦ tags = @request.auth.roles ¦ yes ¦ one against one
2 ¦ p1 {"tags":["x","writer"]} ¦ ann ¦ tags ?= @request.auth.roles ¦ yes ¦ some pair of two lists
2 ¦ p1 ¦ cid ¦ tags = @request.auth.roles ¦ no ¦ an empty list on either side has no pair
2 ¦ p1 ¦ cid ¦ tags != @request.auth.roles ¦ yes ¦ the negation holds without a pair
2 ¦ p1 ¦ cid ¦ tags ?= @request.auth.roles ¦ no ¦ no pair, not some
2 ¦ p1 ¦ guest ¦ "tech" ?= tags ¦ yes ¦ the path may stand right
2 ¦ p1 ¦ guest ¦ status ?= "published" ¦ yes ¦ on a single value ? changes nothing
2 ¦ p2 ¦ guest ¦ body ?!= "x" ¦ yes ¦ a single null is one element
2 ¦ p1 ¦ guest ¦ editors = "ghost" ¦ no ¦ no editor has that id
2 ¦ p1 {"editors":["nobody"]} ¦ guest ¦ editors ?= "nobody" ¦ no ¦ an id without a row is no element
2 ¦ p1 {"author":"nobody"} ¦ guest ¦ author.role = null ¦ yes ¦ a to-one without its row gives null
2 ¦ p1 ¦ guest ¦ files != null ¦ yes ¦ every file is something
2 ¦ o1 ¦ guest ¦ members.since > "2023-01-01" ¦ yes ¦ every date of a to-many
2 ¦ o2 ¦ guest ¦ members.since > "2023-01-01" ¦ no ¦ a missing date fails
2 ¦ o3 ¦ guest ¦ members.since !in ["2024-01-01"] ¦ yes ¦ negated, on none
`
