/** Meaning 1: null, "" and absent values. */
export const nothing = `
1 ¦ p2 ¦ guest ¦ title = "" ¦ yes ¦ an empty text is empty
1 ¦ p2 ¦ guest ¦ title = null ¦ yes ¦ an empty text equals null
1 ¦ p3 ¦ guest ¦ title = "" ¦ yes ¦ a null text equals ""
1 ¦ p3 ¦ guest ¦ title = null ¦ yes ¦ a null text equals null
1 ¦ p1 ¦ guest ¦ title = "" ¦ no ¦ a filled text is not empty
1 ¦ p1 ¦ guest ¦ title != "" ¦ yes ¦ a filled text differs from ""
1 ¦ p2 ¦ guest ¦ title != null ¦ no ¦ an empty text does not differ from null
1 ¦ p3 ¦ guest ¦ title != "" ¦ no ¦ a null text does not differ from ""
1 ¦ p3 ¦ guest ¦ title = "x" ¦ no ¦ null equals no word
1 ¦ p3 ¦ guest ¦ title != "x" ¦ yes ¦ null differs from every word
1 ¦ p2 ¦ guest ¦ title != "x" ¦ yes ¦ "" differs from every word
1 ¦ p1 ¦ guest ¦ "" = title ¦ no ¦ the written empty text may stand left
1 ¦ p3 ¦ guest ¦ null = title ¦ yes ¦ written null may stand left
1 ¦ p1 {"title":" "} ¦ guest ¦ title = "" ¦ no ¦ a space is not empty
1 ¦ p1 ¦ guest ¦ null = null ¦ yes ¦ null is null
1 ¦ p1 ¦ guest ¦ null = "" ¦ yes ¦ the written forms are the same
1 ¦ p1 ¦ guest ¦ null != "" ¦ no ¦ and so do not differ
1 ¦ p1 ¦ guest ¦ "" = "" ¦ yes ¦ empty is empty
1 ¦ p2 ¦ guest ¦ stock = null ¦ yes ¦ an empty number is null
1 ¦ p2 ¦ guest ¦ stock = "" ¦ yes ¦ "" asks a number whether it is empty
1 ¦ p2 ¦ guest ¦ price = null ¦ no ¦ zero is a number, not nothing
1 ¦ p2 ¦ guest ¦ price = "" ¦ no ¦ zero is not ""
1 ¦ p2 ¦ guest ¦ price != "" ¦ yes ¦ zero differs from ""
1 ¦ p2 ¦ guest ¦ stock = 0 ¦ no ¦ an empty number is not zero
1 ¦ p2 ¦ guest ¦ stock != 0 ¦ yes ¦ and differs from zero
1 ¦ p3 ¦ guest ¦ active = null ¦ yes ¦ an unset checkbox is null
1 ¦ p3 ¦ guest ¦ active = false ¦ no ¦ unset is not false
1 ¦ p3 ¦ guest ¦ active != true ¦ yes ¦ unset differs from true
1 ¦ p2 ¦ guest ¦ active = "" ¦ no ¦ false is a value
1 ¦ p2 ¦ guest ¦ publishedOn = null ¦ yes ¦ an empty date is null
1 ¦ p1 ¦ guest ¦ publishedOn != "" ¦ yes ¦ a set date differs from ""
1 ¦ p2 ¦ guest ¦ publishedOn != "2025-01-01" ¦ yes ¦ no date differs from every date
1 ¦ p4 ¦ guest ¦ author = "" ¦ yes ¦ a relation that points nowhere is empty
1 ¦ p1 ¦ guest ¦ author != null ¦ yes ¦ a set relation is not
1 ¦ p2 ¦ guest ¦ cover = null ¦ yes ¦ no file
1 ¦ p1 ¦ guest ¦ cover != "" ¦ yes ¦ a file is something
1 ¦ p4 ¦ guest ¦ author.role = null ¦ yes ¦ a path through a missing relation is null
1 ¦ p4 ¦ guest ¦ author.role != "admin" ¦ yes ¦ and differs from every word
1 ¦ p4 ¦ guest ¦ author.org.name = "" ¦ yes ¦ null goes on through two relations
1 ¦ p4 ¦ guest ¦ author.age > 1 ¦ no ¦ ordering a missing number is false
1 ¦ p2 ¦ guest ¦ stock > 0 ¦ no ¦ null is not above
1 ¦ p2 ¦ guest ¦ stock < 0 ¦ no ¦ null is not below
1 ¦ p2 ¦ guest ¦ stock >= 0 ¦ no ¦ null is not at least
1 ¦ p2 ¦ guest ¦ stock <= 0 ¦ no ¦ null is not at most
1 ¦ p1 ¦ guest ¦ stock > null ¦ no ¦ nothing is above null
1 ¦ p2 ¦ guest ¦ stock >= null ¦ no ¦ null is not at least null
1 ¦ p3 ¦ guest ¦ title > "a" ¦ no ¦ a null text has no order
1 ¦ p3 ¦ guest ¦ title <= "" ¦ no ¦ null is not "" for ordering
1 ¦ p2 ¦ guest ¦ title <= "" ¦ yes ¦ "" is a text for ordering
1 ¦ p2 ¦ guest ¦ publishedOn < @now ¦ no ¦ no date is not in the past
1 ¦ p2 ¦ guest ¦ publishedOn > "2000-01-01" ¦ no ¦ nor after anything
1 ¦ p3 ¦ guest ¦ title ~ "a" ¦ no ¦ null contains nothing
1 ¦ p3 ¦ guest ¦ title ~ "" ¦ no ¦ not even the empty text
1 ¦ p3 ¦ guest ¦ title ~ "%" ¦ no ¦ nor does it match anything
1 ¦ p3 ¦ guest ¦ title !~ "a" ¦ yes ¦ so it does not match
1 ¦ p2 ¦ guest ¦ title ~ "" ¦ yes ¦ the empty text contains itself
1 ¦ p1 ¦ guest ¦ title ~ null ¦ no ¦ null is no pattern
1 ¦ p1 ¦ guest ¦ title !~ null ¦ yes ¦ and nothing matches it
1 ¦ p3 ¦ guest ¦ title in ["a", ""] ¦ no ¦ null is in no list
1 ¦ p3 ¦ guest ¦ title in [null] ¦ no ¦ not even in one of null
1 ¦ p3 ¦ guest ¦ title !in ["a"] ¦ yes ¦ null is outside every list
1 ¦ p3 ¦ guest ¦ title !in [null] ¦ yes ¦ also outside one of null
1 ¦ p2 ¦ guest ¦ title in [""] ¦ yes ¦ the empty text is in a list that has it
1 ¦ p2 ¦ guest ¦ title in [null] ¦ no ¦ but null in a list is nothing
1 ¦ p2 ¦ guest ¦ stock in [5] ¦ no ¦ an empty number is in no list
1 ¦ p2 {"body":""} ¦ guest ¦ title = body ¦ yes ¦ two empty columns are equal
1 ¦ p2 ¦ guest ¦ title = body ¦ yes ¦ "" and null in two columns are the same
1 ¦ p2 ¦ guest ¦ title != body ¦ no ¦ and do not differ
1 ¦ p1 {"stock":null,"price":null} ¦ guest ¦ stock = price ¦ yes ¦ two empty numbers are equal
1 ¦ p1 {"stock":null} ¦ guest ¦ stock != price ¦ yes ¦ an empty and a set number differ
1 ¦ p4 ¦ guest ¦ author = @request.auth.id ¦ no ¦ a guest is not the missing author
1 ¦ p4 ¦ guest ¦ author != @request.auth.id ¦ yes ¦ and so differs
1 ¦ p4 ¦ guest ¦ @request.auth.id = author ¦ no ¦ also the other way round
1 ¦ p4 ¦ guest ¦ author.org = @request.auth.org ¦ no ¦ missing on both sides opens nothing
1 ¦ p2 ¦ guest {"query":{"t":""}} ¦ title = @request.query.t ¦ no ¦ a blank query value equals nothing stored
1 ¦ p3 ¦ guest {"query":{"t":""}} ¦ title = @request.query.t ¦ no ¦ nor does it equal null
1 ¦ p2 ¦ guest ¦ title = @const.BLANK ¦ no ¦ a blank constant equals nothing stored
1 ¦ p2 ¦ guest ¦ title = @const.MISSING ¦ no ¦ neither does a missing one
1 ¦ p1 ¦ guest ¦ @request.auth.id = @request.query.id ¦ no ¦ two missing request values are not equal
1 ¦ p1 ¦ guest ¦ @request.auth.id = "" ¦ yes ¦ a missing value equals the written ""
1 ¦ p1 ¦ guest ¦ @request.auth.id = null ¦ yes ¦ and the written null
1 ¦ p1 ¦ guest ¦ @request.auth.id != "" ¦ no ¦ the default rule keeps guests out
1 ¦ p1 ¦ cid ¦ @request.auth.id != "" ¦ yes ¦ and lets any signed-in user in
1 ¦ p2 ¦ guest {"query":{"t":""}} ¦ title in [@request.query.t] ¦ no ¦ a blank from outside is in no stored list
1 ¦ p1 ¦ guest {"query":{"t":""}} ¦ @request.query.t in ["", "a"] ¦ yes ¦ but is in a written one
1 ¦ p2 ¦ guest {"query":{"n":""}} ¦ stock = @request.query.n ¦ no ¦ a blank is no number
1 ¦ p2 ¦ guest {"query":{"n":""}} ¦ price >= @request.query.n ¦ no ¦ nor has it an order
1 ¦ p2 ¦ guest ¦ price >= @request.query.n ¦ no ¦ a missing bound admits nothing
1 ¦ p1 ¦ guest ¦ title ~ @request.query.q ¦ no ¦ a missing pattern finds nothing
1 ¦ p1 ¦ guest ¦ title !~ @request.query.q ¦ yes ¦ its negation holds
1 ¦ p1 ¦ guest ¦ status in [@request.query.a, @request.query.b] ¦ no ¦ a list of missing values holds nothing
`
