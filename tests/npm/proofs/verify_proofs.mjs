// Verifies proofs of a log with Sigstore's verifier of transparency logs.
// Its argument names a file with a list of {key, head, proof}; it prints a list with null or the reason.

import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { verifyCheckpoint } = require('@sigstore/verify/dist/tlog/checkpoint.js')
const { verifyMerkleInclusion } = require('@sigstore/verify/dist/tlog/merkle.js')

// What comes before the 32 bytes of a public key of Ed25519 in DER.
const DER = Buffer.from('302a300506032b6570032100', 'hex')

function logOf(verifierKey) {
  const [, name, id, material] = /^([^+]+)\+([0-9a-f]+)\+(.*)$/.exec(verifierKey)
  const key = Buffer.concat([DER, Buffer.from(material, 'base64').subarray(1)])
  return {
    baseURL: name,
    logID: Buffer.from(id, 'hex'),
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
    validFor: { start: new Date(0), end: new Date(8.64e15) }
  }
}

function entryOf(head, proof) {
  const end = proof.indexOf('\n\n')
  const [, index, ...hashes] = proof.slice(0, end).split('\n')
  const envelope = proof.slice(end + 2)
  const [, size, root] = envelope.split('\n')
  return {
    canonicalizedBody: Buffer.from(head, 'hex'),
    inclusionProof: {
      logIndex: index.slice('index '.length),
      treeSize: size,
      rootHash: Buffer.from(root, 'base64'),
      hashes: hashes.map(hash => Buffer.from(hash, 'base64')),
      checkpoint: { envelope }
    }
  }
}

function reason({ key, head, proof }) {
  try {
    const entry = entryOf(head, proof)
    verifyMerkleInclusion(entry, verifyCheckpoint(entry, [logOf(key)]))
    return null
  } catch (error) {
    return error.message
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], 'utf-8')).map(reason)))
