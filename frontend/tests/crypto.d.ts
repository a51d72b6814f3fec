/** What the lying server in these tests takes of Node: its own cryptography, not the client's. */
declare module "node:crypto" {
  export interface KeyObject {
    export(options: { format: "der"; type: "spki" }): Uint8Array;
  }
  interface Digest {
    update(text: string): Digest;
    digest(): Uint8Array;
  }
  export function createHash(name: "sha256"): Digest;
  export function createHmac(name: "sha256", key: Uint8Array): Digest;
  export function createPrivateKey(options: { key: Uint8Array; format: "der"; type: "pkcs8" }): KeyObject;
  export function createPublicKey(key: KeyObject): KeyObject;
  export function sign(algorithm: null, message: Uint8Array, key: KeyObject): Uint8Array;
  export function verify(algorithm: null, message: Uint8Array, key: KeyObject, signature: Uint8Array): boolean;
}
