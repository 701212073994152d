/** Meaning 4: which comparisons are bound to the same row. */
export const binding = `
4 ¦ o1 ¦ ann ¦ members.user ?= @request.auth.id && members.role ?= "owner" ¦ yes ¦ the same membership
4 ¦ o1 ¦ ann ¦ members.user ?= @request.auth.id && members.role ?= "guest" ¦ no ¦ the guest is another member
4 ¦ o1 ¦ bob ¦ members.user ?= @request.auth.id && members.role ?= "owner" ¦ no ¦ the owner is another member
4 ¦ o1 ¦ bob ¦ members.user ?= @request.auth.id && members.scopes ?= "write" ¦ no ¦ another member may write
4 ¦ o1 ¦ ann ¦ members.user ?= @request.auth.id && members.scopes ?= "write" ¦ yes ¦ this member may
4 ¦ o1 ¦ bob ¦ members.user ?= @request.auth.id && members.role = "guest" ¦ no ¦ plain speaks of all members
4 ¦ o1 ¦ ann ¦ members ?= "m1" && members.role ?= "owner" ¦ yes ¦ the path itself is the row's id
4 ¦ o1 ¦ ann ¦ members ?= "m2" && members.role ?= "owner" ¦ no ¦ that id is the guest
4 ¦ o1 ¦ ann ¦ members ?= "m1" && members ?= "m2" ¦ no ¦ one row has one id
4 ¦ p1 ¦ ann ¦ tags ?= "news" && tags ?= "tech" ¦ yes ¦ values of a list are no rows: each asks alone
4 ¦ p1 ¦ ann ¦ org.members.user ?= "ann" && org.members.role ?= "owner" ¦ yes ¦ a to-one before the to-many
4 ¦ p1 ¦ ann ¦ org.members.user ?= "bob" && org.members.role ?= "owner" ¦ no ¦ still one member
4 ¦ p1 ¦ ann ¦ org.members.user.role ?= "user" && org.members.role ?= "guest" ¦ yes ¦ a to-one after it
4 ¦ p1 ¦ ann ¦ org.members.user.role ?= "admin" && org.members.role ?= "guest" ¦ no ¦ the admin is no guest here
4 ¦ p1 ¦ ann ¦ org.members.role ?= "guest" && author.memberships.role ?= "owner" ¦ yes ¦ two paths are two rows
4 ¦ p1 ¦ ann ¦ author.memberships.org.members.role ?= "guest" && author.memberships.role ?= "owner" ¦ yes ¦ the outer of two to-many is shared
4 ¦ p1 ¦ ann ¦ author.memberships.org ?= "o2" && author.memberships.org.members.user ?= "bob" ¦ no ¦ bob is in the other org
4 ¦ p1 ¦ ann ¦ author.memberships.org ?= "o1" && author.memberships.org.members.user ?= "bob" ¦ yes ¦ bob is in this one
4 ¦ p1 ¦ ann ¦ author.memberships.org.members.user ?= "bob" && author.memberships.org.members.role ?= "owner" ¦ no ¦ the inner row is shared as well
4 ¦ p1 ¦ ann ¦ comments.author ?= "bob" && comments.likes ?> 2 ¦ yes ¦ bob's comment is liked
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && comments.likes ?> 2 ¦ no ¦ ann's is not
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && comments.likes > 2 ¦ no ¦ plain: every comment
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && comments.labels ?= "good" ¦ no ¦ a list inside the chosen row
4 ¦ p1 ¦ ann ¦ comments.author ?!= "bob" && comments.text ?~ "thank" ¦ yes ¦ negated operators share too
4 ¦ p1 ¦ ann ¦ comments.author ?!= "bob" && comments.text ?= "nice" ¦ no ¦ nice was said by bob
4 ¦ p1 ¦ ann ¦ comments.author ?in ["bob"] && comments.likes ?in [3] ¦ yes ¦ in shares too
4 ¦ p1 ¦ ann ¦ (comments.author ?= "ann") && (comments.likes ?> 2) ¦ no ¦ parentheses do not split a list
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && (comments.likes ?> 2 && active = true) ¦ no ¦ an inner && is the same list
4 ¦ p1 ¦ ann ¦ (comments.author ?= "ann" && active = true) && (comments.likes ?> 2 && active = true) ¦ no ¦ nor do two groups of && make two rows
4 ¦ p1 ¦ ann ¦ active = true && (comments.author ?= "bob" && (comments.likes ?> 2 && true)) ¦ yes ¦ however deep they nest
4 ¦ o1 ¦ bob ¦ (@table.membership.user = @request.auth.id && true) && (true && @table.membership.role = "owner") ¦ no ¦ the same holds for a table's row
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" || comments.likes ?> 9 ¦ yes ¦ branches of || stand alone
4 ¦ p1 ¦ ann ¦ comments.author ?= "cid" || comments.likes ?> 2 ¦ yes ¦ each of its own row
4 ¦ p1 ¦ ann ¦ (comments.author ?= "ann" || false) && (comments.likes ?> 2 || false) ¦ yes ¦ two alternatives are two scopes
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && (comments.likes ?> 2 || comments.likes ?= 0) ¦ yes ¦ a || inside the list sees its row
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && (comments.likes ?> 2 || comments.text ?= "nice") ¦ no ¦ and only that row
4 ¦ p1 ¦ ann ¦ comments.author ?= "bob" && !(comments.likes ?> 2) ¦ no ¦ a negation inside the list sees its row
4 ¦ p1 ¦ ann ¦ comments.author ?= "ann" && !(comments.likes ?> 2) ¦ yes ¦ that one comment is not liked
4 ¦ p1 ¦ ann ¦ !(comments.likes ?> 2) && active = true ¦ no ¦ alone it is about all comments
4 ¦ o1 ¦ ann ¦ @table.membership.org = id && @table.membership.user = @request.auth.id ¦ yes ¦ one row of the table
4 ¦ o2 ¦ bob ¦ @table.membership.org = id && @table.membership.user = @request.auth.id ¦ no ¦ bob is a member elsewhere
4 ¦ o1 ¦ ann ¦ @table.membership.user = @request.auth.id && @table.membership.role = "guest" && @table.membership.org = id ¦ no ¦ guest in the other org
4 ¦ o2 ¦ ann ¦ @table.membership.user = @request.auth.id && @table.membership.role = "guest" && @table.membership.org = id ¦ yes ¦ guest in this one
4 ¦ o1 ¦ ann ¦ @table.membership.user = "ann" && @table.membership:b.user = "bob" && @table.membership.org = @table.membership:b.org ¦ yes ¦ two aliases, two rows
4 ¦ o1 ¦ ann ¦ @table.membership.user = "ann" && @table.membership.user = "bob" ¦ no ¦ one alias, one row
4 ¦ o1 ¦ ann ¦ @table.membership:a.user = "ann" && @table.membership:b.user = "bob" ¦ yes ¦ named apart
4 ¦ o1 ¦ ann ¦ @table.membership:a.role = "owner" && @table.membership:b.role = "owner" && @table.membership:a.id != @table.membership:b.id ¦ no ¦ there is one owner only
4 ¦ o1 ¦ ann ¦ @table.membership:a.role = "guest" && @table.membership:b.role = "guest" && @table.membership:a.id != @table.membership:b.id ¦ yes ¦ two guests
4 ¦ o1 ¦ ann ¦ @table.membership.user = "bob" || @table.membership.role = "owner" ¦ yes ¦ alone in each branch
4 ¦ o1 ¦ bob ¦ @table.membership.user = @request.auth.id && (@table.membership.role = "owner" || @table.membership.role = "editor") ¦ no ¦ someone else is owner
4 ¦ o1 ¦ ann ¦ @table.membership.user = @request.auth.id && (@table.membership.role = "owner" || @table.membership.role = "editor") ¦ yes ¦ the caller is
4 ¦ o1 ¦ bob ¦ @table.membership.user = @request.auth.id && !(@table.membership.role = "guest") ¦ no ¦ his one membership is a guest's
4 ¦ o1 ¦ ann ¦ @table.membership.user = @request.auth.id && !(@table.membership.role = "guest") ¦ yes ¦ one of hers is not
4 ¦ p1 ¦ ann ¦ @table.membership.org = org && @table.membership.user = @request.auth.id && !(@table.ban.user = @request.auth.id) ¦ yes ¦ a member and not banned
4 ¦ p1 ¦ bob ¦ @table.membership.org = org && @table.membership.user = @request.auth.id && !(@table.ban.user = @request.auth.id) ¦ no ¦ a member but banned
4 ¦ p2 ¦ bob ¦ @table.membership.org = org && @table.membership.user = @request.auth.id && !(@table.ban.user = @request.auth.id) ¦ no ¦ no member of that org
4 ¦ p1 ¦ ann ¦ @table.org.name = "Acme" && @table.org.members.user ?= @request.auth.id && @table.org.members.role ?= "guest" ¦ no ¦ a to-many of a chosen row is chosen too
4 ¦ p1 ¦ ann ¦ @table.org.name = "Beta" && @table.org.members.user ?= @request.auth.id && @table.org.members.role ?= "guest" ¦ yes ¦ in Beta she is guest
4 ¦ p1 ¦ ann ¦ @table.org.members.user ?= "bob" && @table.org:b.members.user ?= "bob" && @table.org.id = @table.org:b.id ¦ yes ¦ two aliases may be the same row
4 ¦ p1 ¦ ann ¦ @table.archive.title = "x" || status = "published" ¦ yes ¦ an empty table in a branch spoils nothing else
4 ¦ p1 ¦ ann ¦ status = "published" && (@table.archive.title = "x" || active = true) ¦ yes ¦ also inside a list
4 ¦ p1 ¦ ann ¦ @table.archive.title != "x" && status = "published" ¦ no ¦ the list needs its row
4 ¦ p1 ¦ ann ¦ comments.author ?= @table.ban.user ¦ yes ¦ a comment by someone banned
4 ¦ p1 ¦ ann ¦ comments.author ?= @table.ban.user && @table.ban.reason = null ¦ no ¦ the banned commenter has a reason
4 ¦ p1 ¦ ann ¦ comments.author ?= @table.ban.user && comments.likes ?= 0 ¦ no ¦ the unliked comment is ann's
4 ¦ p1 ¦ ann ¦ editors ?= comments.author && comments.likes ?= 3 ¦ yes ¦ two to-many paths in one comparison
4 ¦ p1 ¦ ann ¦ editors ?= comments.author && comments.likes ?= 3 && editors.role ?= "admin" ¦ no ¦ both rows stay chosen
4 ¦ p1 ¦ ann ¦ comments.likes ?= 3 && comments.likes ?= 0 ¦ no ¦ one comment has one number
`
