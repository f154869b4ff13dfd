# Prints the functions, initializers and subscripts of Swift files that have more than `most` lines, from
# the one with their name to their closing brace; exits with 1 if there is one. The lines of the file
# `spared` name those that may be longer, such as `Table.swift: init`.
#
# It reads sources as the formatter writes them: a closing brace is indented as its declaration is.

function indentation(line) {
    match(line, /^ */)
    return RLENGTH
}

BEGIN { while ((getline line < spared) > 0) may[line] = 1 }

FNR == 1 {
    state = "outside"
    file = FILENAME
    sub(/.*\//, "", file)
}

state == "body" {
    if (indentation($0) == depth && $0 ~ /^ *}/) {
        state = "outside"
        count = FNR - first + 1
        if (count > most && !((file ": " name) in may)) {
            print FILENAME ":" first ": " name " has " count " lines, more than " most
            failed = 1
        }
    }
    next
}

# The lines of a declaration up to its body: parameters are indented, and what follows begins with a
# parenthesis, an arrow, a word such as `where`, or the brace.
state == "head" {
    if (indentation($0) == depth) state = $0 ~ /^ *([)>{]|where |throws|async)/ ? "tail" : "outside"
    if (state == "tail") state = $0 ~ /\{$/ ? "body" : "head"
    if (state != "outside") next
}

# Attributes and modifiers may precede the declaration.
/^ *((@[A-Za-z]+(\([^)]*\))?|[a-z]+(\([a-z]+\))?) +)*(func |init[?(<]|deinit \{|subscript[(<])/ {
    depth = indentation($0)
    first = FNR
    match($0, /func (`[^`]*`|[^ (<]+)|init|deinit|subscript/)
    name = substr($0, RSTART, RLENGTH)
    if ($0 ~ /\{$/) state = "body"
    else if ($0 !~ /}$/) state = "head"
}

END { exit failed }
