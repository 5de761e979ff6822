// @ts-check
// Random numbers that nobody can predict, on pages over plain HTTP too.

/** Return random bytes in hexadecimal. @param {number} bytes */
export const randomHex = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));

/** Return bytes in hexadecimal, in lower case. @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
