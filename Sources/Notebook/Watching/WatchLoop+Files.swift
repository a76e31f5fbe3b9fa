// The watch's files: when one may be read, and what a version that counts makes of what is known and wanted.

internal import Platform

extension WatchLoop {
    func perform(_ step: Settling.Step?, _ path: String, _ index: Int) {
        switch step {
        case nil: break
        case .look: perform(notebooks[index].settling[path]?.sampled(FileStatus(path), at: now), path, index)
        case .read where path == notebooks[index].paths.outputs:
            if notebooks[index].settling[path]?.read(.good, at: now) == true { rejudge(index) }
        case .read:
            let loaded = notebooks[index].load()
            guard notebooks[index].settling[path]?.read(loaded.reading, at: now) == true else { return }
            accept(loaded, index)
        }
    }

    /// The first version of a notebook.
    func open(_ index: Int) { accept(notebooks[index].load(), index) }

    /// A version that counts.
    private func accept(_ loaded: WatchedNotebook.Loaded, _ index: Int) {
        let noticed = notebooks[index].noticed
        // The record settles by itself, and after every run.
        let record = notebooks[index].paths.outputs
        if notebooks[index].settling.allSatisfy({ $0.key == record || $0.value.isStill }) {
            notebooks[index].noticed = nil
        }
        guard notebooks[index].digests != loaded.digests else { return }
        notebooks[index].digests = loaded.digests
        let added = notebooks[index].watch(loaded.file)
        if !added.isEmpty, files != nil { watchFiles() }
        settle(index, Array(added.subtracting([notebooks[index].paths.source, notebooks[index].paths.outputs])))
        let path = notebooks[index].paths.source
        let (playground, complaints) = resolve(loaded.file)
        guard let playground else { return report(.broken(playground: path, complaints: complaints)) }
        if !complaints.isEmpty { report(.note(complaints)) }
        do {
            let before = try notebooks[index].current.map { Questions(try self.planner($0, index)) }
            let planner = try self.planner(playground, index)
            let questions = Questions(planner)
            let edited = before.map { questions.changes(since: $0) } ?? []
            notebooks[index].current = playground
            report(.loaded(playground: path, Standing(planner, questions), edited: edited))
            if run?.path == path { run?.yield(to: playground, questions, before: before) }
            if let before { replaced.note(edited, before, planner, playground: notebooks[index].paths.name) }
            wishes.removeAll { $0.notebook == index && $0.wish == .rest }
            wishes.append((index, .edited(edited)))
            wishes.append((index, .rest))
            saved[index] = noticed.map { ($0, $0.duration(to: .now)) }
        } catch {
            report(.broken(playground: path, complaints: "\(error)\n"))
        }
    }

    private func rejudge(_ index: Int) {
        // While a run is under way the record is its own.
        guard run?.path != notebooks[index].paths.source, notebooks[index].hasOtherRecord(),
            let current = notebooks[index].current
        else { return }
        let path = notebooks[index].paths.source
        do {
            report(.rejudged(playground: path, Standing(try planner(current, index))))
        } catch {
            report(.note("\(error)"))
        }
    }

    func settle(_ index: Int, _ paths: [String]) {
        for path in paths { _ = notebooks[index].settling[path]?.changed(isWhole: false, at: now) }
        setTimer()
    }

    func watchFiles() {
        let paths = Set(notebooks.flatMap(\.settling.keys))
        files?.watch(paths)
        report(.watching(folders: Set(paths.map(FileSystem.folder(of:))).sorted(), watching))
    }
}
