import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server';

/** Properties of an authenticator; by default it verifies its user, keeps passkeys in a cloud and does not count. */
type Kind = {
  aaguid?: string;
  isVerifying?: boolean;
  isBackedUp?: boolean;
  isCounting?: boolean;
  algorithm?: 'ES256' | 'EdDSA' | 'RS256';
};

/** Wrong values to put into a credential. */
type Lie = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  counter?: number;
  userHandle?: string;
  isPresent?: boolean;
  isTampered?: boolean;
};

type Stored = { id: Buffer; handle: string; rpId: string; privateKey: KeyObject; counter: number };

/** An authenticator and the browser before it, in software: real keys, CBOR and signatures. */
export function createAuthenticator(origin: string, kind: Kind = {}) {
  const { isVerifying = true, isBackedUp = true, isCounting = false, algorithm = 'ES256' } = kind;
  const { aaguid = '00000000-0000-0000-0000-000000000000' } = kind;
  const stored: Stored[] = [];

  function authenticatorData(
    { rpId, counter }: { rpId: string; counter: number },
    more?: Buffer,
    lie: Lie = {},
  ) {
    const flags =
      (lie.isPresent === false ? 0 : 0x01) |
      (isVerifying ? 0x04 : 0) |
      (isBackedUp ? 0x18 : 0) |
      (more ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
  }
  function clientData(type: string, challenge: string, lie: Lie) {
    const stated = {
      type,
      challenge,
      origin,
      crossOrigin: false,
      ...pick(lie, ['type', 'challenge', 'origin']),
    };
    return Buffer.from(JSON.stringify(stated));
  }
  const answer = (id: Buffer, response: Record<string, unknown>) =>
    JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', response });

  return {
    stored,
    /** What the page's script posts after `navigator.credentials.create`. */
    create(options: CreationOptions, lie: Lie = {}): string {
      const excluded = options.excludeCredentials?.map(({ id }) => id) ?? [];
      if (stored.some(({ id }) => excluded.includes(text(id)))) throw new Error('InvalidStateError');
      const { publicKey, privateKey } = newKeys(algorithm);
      const rpId = options.rp.id ?? '';
      const made = { id: randomBytes(32), handle: options.user.id, rpId, privateKey, counter: 0 };
      stored.push(made);
      const length = Buffer.from([0, made.id.length]);
      const attested = Buffer.concat([bytesOfAaguid(aaguid), length, made.id, coseOf(publicKey, algorithm)]);
      const authData = authenticatorData(made, attested, lie);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return answer(made.id, {
        clientDataJSON: text(clientData('webauthn.create', options.challenge, lie)),
        attestationObject: text(attestationObject),
        transports: ['internal', 'hybrid'],
      });
    },
    /** What the page's script posts after `navigator.credentials.get`. */
    get(options: RequestOptions, lie: Lie = {}): string {
      const used = stored.find(({ rpId }) => rpId === options.rpId);
      if (!used) throw new Error('NotAllowedError');
      if (isCounting) used.counter += 1;
      const authData = authenticatorData({ ...used, counter: lie.counter ?? used.counter }, undefined, lie);
      const stated = clientData('webauthn.get', options.challenge, lie);
      const signature = sign(
        algorithm === 'EdDSA' ? null : 'sha256',
        Buffer.concat([authData, sha256(stated)]),
        used.privateKey,
      );
      if (lie.isTampered) signature.writeUInt8(signature.readUInt8(12) ^ 1, 12);
      return answer(used.id, {
        clientDataJSON: text(stated),
        authenticatorData: text(authData),
        signature: text(signature),
        userHandle: lie.userHandle ?? used.handle,
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

const text = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest();
const bytesOfAaguid = (aaguid: string) => Buffer.from(aaguid.replaceAll('-', ''), 'hex');
const pick = (from: Lie, names: readonly (keyof Lie)[]) =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

function newKeys(algorithm: Kind['algorithm']) {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** A public key in the format of RFC 9053. */
function coseOf(key: KeyObject, algorithm: Kind['algorithm']): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const part = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(jwk[name] ?? '', 'base64url');
  if (algorithm === 'EdDSA')
    return cbor(
      new Map<number, unknown>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part('x')],
      ]),
    );
  if (algorithm === 'RS256')
    return cbor(
      new Map<number, unknown>([
        [1, 3],
        [3, -257],
        [-1, part('n')],
        [-2, part('e')],
      ]),
    );
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ]),
  );
}

/** The subset of CBOR that authenticators write: whole numbers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}
