import { isName, normaliseName } from '@keepsake/contracts/account/personal-details';
import { isMailAddress, toMailAddress } from '@keepsake/contracts/platform/mail-address';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { nearestLanguage } from '../languages.ts';

/** A claim and, if its values are not ours, what each of them means. */
export type ClaimSource = {
  /** Its name; dots denote nesting, unless the name itself contains them as in `https://shop.example/brand`. */
  claim: string;
  values: Readonly<Record<string, string | boolean>> | null;
};

/** Which of the provider's claims holds each fact about a customer. */
export type ClaimMapping = {
  channel: ClaimSource;
  language: ClaimSource;
  name: ClaimSource;
  email: ClaimSource;
  /** Whether the address is verified; `true` if the provider has only verified addresses. */
  verified: ClaimSource | true;
  /** How a business customer signs in, or only that the customer is one. */
  business: ClaimSource;
};

const claim = (name: string): ClaimSource => ({ claim: name, values: null });

/** The claims of OpenID Connect, and those of the specification. */
export const STANDARD_CLAIMS: ClaimMapping = {
  channel: claim('channel'),
  language: claim('locale'),
  name: claim('name'),
  email: claim('email'),
  verified: claim('email_verified'),
  business: claim(B2B_CLAIM),
};

/** What a token says about its customer; null for what it does not say. */
export type CustomerClaims = {
  name: string | null;
  /** The address, if it is verified. */
  email: string | null;
  /** An address not known to be verified: nothing is sent there. */
  unverifiedEmail: string | null;
  /** As the provider names it: whether such a channel exists is not checked here. */
  channel: string | null;
  language: string | null;
  /** Null for consumers. */
  b2bAuthenticationMethod: string | null;
};

type Payload = Readonly<Record<string, unknown>>;

/** The only reader of claims: access tokens, ID tokens and introspection answers all pass through here. */
export function readClaims(payload: Payload, mapping: ClaimMapping): CustomerClaims {
  const address = text(readValue(payload, mapping.email));
  const email = address !== null && isMailAddress(address) ? toMailAddress(address) : null;
  const isVerified = mapping.verified === true || isTrue(readValue(payload, mapping.verified));
  return {
    name: nameOf(readValue(payload, mapping.name)),
    email: isVerified ? email : null,
    unverifiedEmail: isVerified ? null : email,
    channel: text(readValue(payload, mapping.channel)),
    language: nearestLanguage(text(readValue(payload, mapping.language)) ?? ''),
    b2bAuthenticationMethod: businessOf(readValue(payload, mapping.business)),
  };
}

/** The value of a claim, mapped if there is a map: values missing from the map count as absent. */
function readValue(payload: Payload, { claim: name, values }: ClaimSource): unknown {
  const found = find(payload, name);
  if (!values) return Array.isArray(found) ? found[0] : found;
  const existing = [found].flat().find((each) => isScalar(each) && Object.hasOwn(values, String(each)));
  return existing === undefined ? undefined : values[String(existing)];
}

/** The longest name is tried first, so that dots within a name are not taken for nesting. */
function find(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Payload)[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(value, head)) continue;
    const found = find((value as Payload)[head], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const text = (value: unknown): string | null =>
  isScalar(value) && String(value).trim() !== '' ? String(value).trim() : null;

/** Some providers write booleans as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Only names that could be chosen here: names appear in mails and on pages. */
function nameOf(value: unknown): string | null {
  const name = normaliseName(text(value) ?? '');
  return isName(name) ? name : null;
}

/** A boolean claim names no method. */
function businessOf(value: unknown): string | null {
  if (isTrue(value)) return 'external';
  const method = text(value);
  return method === 'false' ? null : method;
}
