/** Return random bytes in hexadecimal. @param {number} bytes */
export declare const randomHex: (bytes: number) => string;
/** Return bytes in hexadecimal, in lower case. @param {Uint8Array} bytes */
export declare const hex: (bytes: Uint8Array) => string;
