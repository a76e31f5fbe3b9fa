// Completions for shells, made from the verbs and flags that the command line itself reads.

internal import Notebook

/// A shell that completes words.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// The script that the shell reads.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    /// A text between single quotes, as all three shells read it.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

    /// Words that a verb takes in the place of a path.
    private static func words(of verb: Verb) -> [String] {
        switch verb.name {
        case "model": ["list", "pull", "info", "bench"]
        case "completions": allCases.map(\.rawValue)
        default: []
        }
    }

    private static var bashScript: String {
        let cases = Verb.all.map { verb in
            """
                    \(verb.name)) flags=\(quoted(verb.allFlags.map(\.name).joined(separator: " "))); \
            words=\(quoted(words(of: verb).joined(separator: " "))) ;;

            """
        }.joined()
        return """
            # bash completion of playground
            _playground() {
                local word=${COMP_WORDS[COMP_CWORD]} flags='' words=''
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W \(quoted(Verb.all.map(\.name).joined(separator: " "))) -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases)    esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
                    *)
                        COMPREPLY=()
                        [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$word"))
                        [ ${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word"))
                        ;;
                esac
            }
            complete -o filenames -F _playground playground

            """
    }

    private static var zshScript: String {
        func item(_ name: String, _ summary: String) -> String {
            quoted(name.replacing(":", with: #"\:"#) + ":" + summary)
        }
        let cases = Verb.all.map { verb in
            let flags = verb.allFlags.map { item($0.name, $0.summary) }.joined(separator: " ")
            let words = words(of: verb).map(quoted).joined(separator: " ")
            return "        \(verb.name)) flags=(\(flags)); names=(\(words)) ;;\n"
        }.joined()
        return """
            #compdef playground
            # zsh completion of playground
            _playground() {
                local verb=${words[2]:-} position=$CURRENT
                local -a verbs flags names
                verbs=(\(Verb.all.map { item($0.name, $0.summary) }.joined(separator: " ")))
                if (( position == 2 )); then
                    _describe 'verb' verbs
                    return
                fi
                case $verb in
            \(cases)    esac
                if [[ $PREFIX == -* ]]; then
                    _describe 'flag' flags
                elif (( ${#names} )); then
                    compadd -a names
                else
                    _files
                fi
            }
            compdef _playground playground

            """
    }

    private static var fishScript: String {
        var lines = ["# fish completion of playground"]
        for verb in Verb.all {
            lines.append(
                "complete -c playground -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
            let condition = quoted("__fish_seen_subcommand_from \(verb.name)")
            for flag in verb.allFlags {
                let name = flag.name.hasPrefix("--") ? "-l \(flag.name.dropFirst(2))" : "-s \(flag.name.dropFirst())"
                lines.append(
                    "complete -c playground -n \(condition) \(name)\(flag.value == nil ? "" : " -r") -d "
                        + quoted(flag.summary))
            }
            for word in words(of: verb) { lines.append("complete -c playground -n \(condition) -a \(word)") }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
