import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  RegistrationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { MINUTE_MS } from '../../../../platform/clock.ts';
import { parseSentJson } from '../../../../platform/sent-json.ts';
import type { Challenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded with the first ceremony: its certificate parsers, which attestation 'none' never needs, take 28 MB and 230 ms. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 by their COSE numbers: together they cover all authenticators. */
const ALGORITHMS = [-8, -7, -257];
/** How long a browser asks for, if it honours it. */
const TIMEOUT_MS = 5 * MINUTE_MS;

export type CeremonyDeps = { relyingParty: RelyingParty; challenges: Challenges };

type Person = {
  interaction: string;
  handle: Buffer;
  email: string;
  name: string;
  brand: string;
  /** The account's passkeys: an authenticator does not create a second one. */
  existing: readonly { credential_id: Buffer; transports: string[] }[];
};

/** The options for creating a passkey. It must be discoverable, and does not reveal what kind of device created it. */
export function creationOptions(deps: CeremonyDeps, person: Person): CreationOptions {
  const { interaction, handle, email, name, brand, existing } = person;
  return {
    challenge: deps.challenges.issue({ kind: 'enrol', interaction }),
    rp: { id: deps.relyingParty.id, name: brand },
    user: { id: handle.toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
      transports: transports as NonNullable<RegistrationResponseJSON['response']['transports']>,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    attestation: 'none',
    timeout: TIMEOUT_MS,
  };
}

/** The options for signing in. They name no passkey, so that nobody learns which address has one. */
export function requestOptions(
  { relyingParty, challenges }: CeremonyDeps,
  interaction: string,
): RequestOptions {
  return {
    challenge: challenges.issue({ kind: 'sign-in', interaction }),
    rpId: relyingParty.id,
    userVerification: 'preferred',
    timeout: TIMEOUT_MS,
  };
}

const text = z.string().max(8_000);
const credential = { id: text.min(1), rawId: text, type: z.literal('public-key') };
const clientExtensionResults = z.object({}).default({});
const transports = z.array(z.string().max(40)).max(10).catch([]);
const created = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({ clientDataJSON: text, attestationObject: text, transports }),
});
const asserted = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
});

const form = z.object({ credential: z.string() });
const clientData = z.object({ challenge: z.string() });

/** The credential posted by the page's script as JSON. Null for anything else. */
function readPosted<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> | null {
  try {
    return schema.parse(parseSentJson(form.parse(body).credential));
  } catch {
    return null;
  }
}

/** The challenge that the browser claims to answer; the signature covers this text. */
function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const signed = Buffer.from(response.clientDataJSON, 'base64url').toString();
    return clientData.parse(parseSentJson(signed)).challenge;
  } catch {
    return '';
  }
}

export const readAssertion = (body: unknown) => readPosted(asserted, body);
export type Assertion = NonNullable<ReturnType<typeof readAssertion>>;

/** Verifies a posted credential created for this page; null if it is invalid or not what was asked for. */
export async function checkCreation(
  { relyingParty, challenges }: CeremonyDeps,
  interaction: string,
  body: unknown,
) {
  const posted = readPosted(created, body);
  if (!posted) return null;
  const expectedChallenge = challengeIn(posted);
  if (!(await challenges.take(expectedChallenge, { kind: 'enrol', interaction }))) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response: posted as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { credential: made, aaguid, credentialBackedUp } = checked.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: posted.response.transports,
    isBackedUp: credentialBackedUp,
    aaguid,
  };
}

/**
 * Verifies that an assertion belongs to this passkey and page. Its counter is returned unchecked: the library would compare it
 * before the signature, and then anybody could make a passkey look like a copy.
 */
export async function checkAssertion(
  { relyingParty, challenges }: CeremonyDeps,
  interaction: string,
  { posted, publicKey }: { posted: Assertion; publicKey: Buffer },
) {
  const expectedChallenge = challengeIn(posted);
  if (!(await challenges.take(expectedChallenge, { kind: 'sign-in', interaction }))) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: posted as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: { id: posted.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { newCounter: counter, userVerified, credentialBackedUp } = checked.authenticationInfo;
  return { counter, isUserVerified: userVerified, isBackedUp: credentialBackedUp };
}
