// The version of the numerics contract.

/// Rises with every change that alters a bit of any result. Provenance in every record, part of every key of cached keys and values.
package let numericsVersion = 1
