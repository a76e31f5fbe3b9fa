// What the first bytes of an image file tell: its format and, for the common ones, its size. Formats: PNG (ISO/IEC 15948),
// JPEG (ITU-T T.81), GIF 89a, BMP, WebP (RFC 9649), TIFF 6.0, HEIF (ISO/IEC 23008-12).

internal import FoundationEssentials
#if canImport(UniformTypeIdentifiers)
    internal import UniformTypeIdentifiers
#endif

/// Format and size of an encoded image.
struct ImageHeader: Equatable {
    var contentType: UTType
    /// In pixels; 0 where the header does not tell.
    var width = 0
    var height = 0

    /// Nil where the bytes are no image of a known format.
    init?(_ data: Data) {
        let bytes = Bytes(data: data)
        if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            // Signature of 8 bytes, length and name of the first chunk, then width and height.
            contentType = .png
            (width, height) = (bytes.big(4, at: 16), bytes.big(4, at: 20))
        } else if bytes.has([0xFF, 0xD8, 0xFF], at: 0) {
            contentType = .jpeg
            (width, height) = bytes.frameSizeOfJPEG()
        } else if bytes.has(Array("GIF8".utf8), at: 0) {
            contentType = .gif
            (width, height) = (bytes.little(2, at: 6), bytes.little(2, at: 8))
        } else if bytes.has(Array("BM".utf8), at: 0), bytes.little(4, at: 2) == data.count {
            contentType = .bmp
            (width, height) = (bytes.little(4, at: 18), bytes.little(4, at: 22))
        } else if bytes.has(Array("RIFF".utf8), at: 0), bytes.has(Array("WEBP".utf8), at: 8) {
            contentType = .webP
        } else if bytes.has([0x49, 0x49, 0x2A, 0], at: 0) || bytes.has([0x4D, 0x4D, 0, 0x2A], at: 0) {
            contentType = .tiff
        } else if bytes.has(Array("ftyp".utf8), at: 4),
            ["heic", "heix", "mif1"].contains(where: { bytes.has(Array($0.utf8), at: 8) })
        {
            contentType = .heic
        } else {
            return nil
        }
    }
}

/// Looks at bytes that may end anywhere: what lies behind the end reads as 0.
private struct Bytes {
    let data: Data

    func byte(_ offset: Int) -> Int {
        offset < data.count ? Int(data[data.startIndex + offset]) : 0
    }

    func has(_ pattern: [UInt8], at offset: Int) -> Bool {
        offset + pattern.count <= data.count && pattern.indices.allSatisfy { byte(offset + $0) == Int(pattern[$0]) }
    }

    func big(_ count: Int, at offset: Int) -> Int {
        (0..<count).reduce(0) { $0 << 8 | byte(offset + $1) }
    }

    func little(_ count: Int, at offset: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | byte(offset + $1) }
    }

    /// Walks the segments to the first start of a frame, which holds height and width.
    func frameSizeOfJPEG() -> (width: Int, height: Int) {
        var offset = 2
        while offset + 9 < data.count, byte(offset) == 0xFF {
            let marker = byte(offset + 1)
            // C4, C8 and CC are tables and a reserved marker among the frames.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (big(2, at: offset + 7), big(2, at: offset + 5))
            }
            offset += marker == 0xFF ? 1 : 2 + max(2, big(2, at: offset + 2))
        }
        return (0, 0)
    }
}
