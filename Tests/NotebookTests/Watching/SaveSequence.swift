// The ways in which programs save a file, as sequences of calls to the system. Each makes one new version out of another.

import Foundation

/// One way of saving.
struct SaveSequence: Sendable, CustomStringConvertible {
    var description: String
    /// In a folder of playground files: writes `text` as `desk.playground.yaml`.
    var script: String

    /// Scripts in POSIX shell. `$F` is the file, `$T` one with the new text, of which it may make what it likes.
    static let all: [SaveSequence] = [
        Self("vim with a backup", "mv $F $F~; cat $T > $F; rm $F~"),
        Self("vim with a probe", ": > 4913; rm 4913; mv $F $F~; cat $T > $F; chmod 644 $F; rm $F~"),
        Self("vim with a backup that stays", ": > 4913; rm 4913; mv $F $F~; cat $T > $F"),
        Self("vim without a backup", "cat $T > $F"),
        Self("vim with backupcopy", "cp $F $F~; cat $T > $F; rm $F~"),
        Self("vim with a swap file", "echo s > .$F.swp; : > 4913; rm 4913; mv $F $F~; cat $T > $F; rm $F~; rm .$F.swp"),
        Self("Visual Studio Code", ": > $F; cat $T > $F"),
        Self("Visual Studio Code, slowly", ": > $F; sleep 0.03; cat $T > $F"),
        Self("Visual Studio Code, atomic", "cat $T > $F.vsctmp; mv $F.vsctmp $F"),
        Self(
            "JetBrains safe write",
            "cat $T > ${F}___jb_tmp___; mv $F ${F}___jb_old___; mv ${F}___jb_tmp___ $F; rm ${F}___jb_old___"),
        Self("JetBrains in place", "cat $T > $F"),
        Self("Kate", "cat $T > .$F.kate-swp; cat $T > $F.AbC123; mv $F.AbC123 $F; rm .$F.kate-swp"),
        Self("gedit", "cp $F $F~; cat $T > .goutputstream-XYZ; mv .goutputstream-XYZ $F"),
        Self("Emacs", "ln -s me@host.1 .#$F; cat $T > $F; rm .#$F"),
        Self("Emacs with a backup", "mv $F $F~; cat $T > $F"),
        Self("Emacs, autosave", "cat $T > \"#$F#\"; mv $F $F~; cat $T > $F; rm \"#$F#\""),
        Self("nano", "cat $T > $F"),
        Self("Sublime Text, atomic", "cat $T > .sublXYZ.tmp; mv .sublXYZ.tmp $F"),
        Self("Helix", "mv $F $F.bck; cat $T > $F; rm $F.bck"),
        Self("sed -i", "cp $T sedAbCdEf; mv sedAbCdEf $F"),
        Self("perl -i", "mv $F $F.bak; cat $T > $F; rm $F.bak"),
        Self("git checkout", "rm $F; cat $T > $F"),
        Self("git checkout, slowly", "rm $F; sleep 0.05; cat $T > $F"),
        Self("git stash pop", "echo l > index.lock; rm $F; cat $T > $F; mv index.lock index"),
        Self("rsync", "cat $T > .$F.Xy12Zz; chmod 600 .$F.Xy12Zz; mv .$F.Xy12Zz $F"),
        Self("rsync in place", "cat $T 1<> $F; truncate -s $(stat -c %s $T) $F"),
        Self("cp", "cp $T $F"),
        Self("install", "install -m 644 $T $F"),
        Self("mv over it", "mv $T $F"),
        Self("ln over it", "ln -f $T $F"),
        Self("a link put in its place", "mv $T other.yaml; ln -s other.yaml link; mv -T link $F"),
        Self("in two pieces", "exec 3> $F; head -c 20 $T >&3; sleep 0.03; tail -c +21 $T >&3; exec 3>&-"),
        Self("in two pieces, closed between", "head -c 20 $T > $F; sleep 0.03; tail -c +21 $T >> $F"),
        Self(
            "a byte at a time",
            "exec 3> $F; i=1; n=$(stat -c %s $T); while [ $i -le $n ]; do tail -c +$i $T | head -c 1 >&3; i=$((i+1)); done; exec 3>&-"
        ),
        Self("twice the same", "cat $T > $F; cat $T > $F"),
        Self("twice the same, apart", "cat $T > $F; sleep 0.2; cat $T > $F"),
        Self("thrice by renaming", "for i in 1 2 3; do cat $T > t$i; mv t$i $F; done"),
        Self("written and touched", "cat $T > $F; touch $F; chmod 600 $F"),
        Self(
            "written by memory",
            "python3 -c 'import sys; open(sys.argv[1], \"w\").write(open(sys.argv[2]).read())' $F $T"),
        Self("away and back, then written", "mv $F away; mv away $F; cat $T > $F"),
        Self("dd", "dd if=$T of=$F bs=16 2>/dev/null"),
        Self("tee", "tee $F < $T > /dev/null"),
    ]

    private init(_ description: String, _ script: String) {
        self.description = description
        self.script = script
    }

    /// Saves, and waits for the end.
    func save(_ text: String, as name: String, in folder: String) throws {
        let new = "\(folder)/new.text"
        try Data(text.utf8).write(to: URL(filePath: new))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", script]
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ["F": name, "T": "new.text", "PATH": "/usr/bin:/bin:/usr/local/bin"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
