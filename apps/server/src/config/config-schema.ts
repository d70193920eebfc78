import { isIP } from 'node:net';
import { isVatId, normaliseVatId } from '@keepsake/contracts/account/vat-ids';
import { OUTGOING_EVENT_TYPES } from '@keepsake/contracts/outgoing-events';
import { SERVICE_SCOPES, type ServiceScope } from '@keepsake/contracts/platform/endpoint';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import * as z from 'zod';
import { isHost, isLoopback, withoutBrackets } from '../platform/network.ts';
import { parseSentJson } from '../platform/sent-json.ts';

/** An environment variable set to nothing counts as unset. */
export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const count = (fallback: number, most: number) =>
  optional(z.coerce.number().int().min(1).max(most)).transform((n) => n ?? fallback);

/** A rate; 0 switches it off. */
export const rate = (fallback: number, most: number) =>
  optional(z.coerce.number().int().min(0).max(most)).transform((n) => n ?? fallback);

/** A limit that exists only if set. */
export const limit = (least: number, most: number) =>
  optional(z.coerce.number().int().min(least).max(most)).transform((n) => n ?? null);

export const port = z.coerce.number().int().min(0).max(65_535);
export const httpUrl = z.url({ protocol: /^https?$/ });

/** A PostgreSQL address as `pg` reads it: with one host, whatever that leads to. */
export const databaseUrl = z
  .string()
  .refine((url) => !namesSeveralHosts(url), {
    error:
      'it names several hosts or target_session_attrs, and Keepsake uses one host: that of a proxy or pooler which follows the primary',
    abort: true,
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }));

/** Whether an address leaves a choice between hosts, of which `pg` would take one name or ignore all. */
function namesSeveralHosts(url: string): boolean {
  const [, authority = ''] = /^\w+:\/\/([^/?#]*)/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  return hosts.includes(',') || /[?&](host=[^&]*(,|%2C)|target_session_attrs=)/i.test(url);
}

export const host = z
  .string()
  .transform(withoutBrackets)
  .refine(isHost, { error: 'it must be an IP address or a host name' });

/** Scheme, host and port: everything is served at its root. */
export const origin = httpUrl
  .refine((url) => URL.canParse(url) && `${new URL(url).origin}/` === new URL(url).href, {
    error: 'it must be an address without a path, such as https://photos.example',
    abort: true,
  })
  .transform((url) => new URL(url).origin);

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

export const proxies = z.string().refine((list) => list.split(',').every((proxy) => isProxy(proxy.trim())), {
  error: 'it must be IP addresses, or ranges such as 10.0.0.0/8, separated by commas',
});

function isProxy(proxy: string): boolean {
  if (PROXY_NAMES.includes(proxy)) return true;
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return Number(bits ?? 0) <= longest;
}

export const featureFlags = z.record(z.string(), z.array(z.string()), {
  error: 'it must be JSON that gives each flag a list of hosts, such as {"NewHeader":["*"]}',
});

const serviceAddress = z
  .string()
  .refine((address) => /^\/(?!\/)/.test(address) || httpUrl.safeParse(address).success, {
    error: 'an address must begin with http://, https:// or /',
  });

const servicesError =
  'it must be JSON that gives services addresses, such as {"orders":"https://orders.example"}';

export const services = z.record(z.string(), serviceAddress, { error: servicesError }).refine(hasKnownNames, {
  error: `the services are ${Object.keys(SERVICE_PATHS).join(', ')}`,
});

function hasKnownNames(addresses: Record<string, string>): boolean {
  return Object.keys(addresses).every((name) => Object.hasOwn(SERVICE_PATHS, name));
}

const consentError =
  'it must be JSON that gives brands, or * for all, {"analytics", "marketing"}: each the https address of a script, or {"script", "origins"}; see docs/operations/brands-and-texts.md';

/** Pages would refuse anything else over TLS; on the local machine a script can be tried without it. */
const safeAddress = httpUrl.refine((url) => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLoopback(hostname);
});
const consentScript = z.union([
  safeAddress.transform((script) => ({ script, origins: [] as string[] })),
  z.strictObject({ script: safeAddress, origins: z.array(safeAddress.pipe(origin)).max(20) }),
]);

/** The retailer's scripts that need consent, by brand and purpose. */
export const consentScripts = z.record(
  z.string().min(1).max(50),
  z.strictObject({ analytics: consentScript.optional(), marketing: consentScript.optional() }),
  { error: consentError },
);

/** A JSON setting; invalid JSON becomes a value that no schema accepts. */
export const json = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => {
    if (text === '' || text === undefined) return {};
    try {
      return parseSentJson(String(text));
    } catch {
      return text;
    }
  }, schema);

/** A valid value after `Bearer` in a header. */
export const bearerToken = z
  .string()
  .regex(/^[\w.~+/=-]{16,200}$/, { error: 'it must be 16 to 200 letters, digits or any of . _ ~ + / = -' });

const tokensError =
  'it must be JSON that gives each service a token of its own of 32 to 200 letters, digits or any of . _ ~ + / = -, or {"token", "scopes", "channels"}; see docs/operations/integrate.md';

const serviceToken = z.string().regex(/^[\w.~+/=-]{32,200}$/);

/** The rights of a token without scopes: those of a shop from before there were any. */
const bareToken = serviceToken.transform((token) => ({
  tokens: [token],
  scopes: ['orders'] as ServiceScope[],
  channels: null as string[] | null,
}));
const scopedToken = z
  .strictObject({
    token: z.union([serviceToken, z.array(serviceToken).min(1).max(10)]),
    scopes: z.array(z.enum(SERVICE_SCOPES)).min(1),
    channels: z.array(z.string().min(1).max(50)).min(1).optional(),
  })
  .transform(({ token, scopes, channels = null }) => ({ tokens: [token].flat(), scopes, channels }));

/** Tokens of a retailer's systems by name, with their scopes. */
export const serviceTokens = z
  .record(z.string().regex(/^[\w-]{1,50}$/), z.union([bareToken, scopedToken]), { error: tokensError })
  .refine(hasOwnTokens, { error: tokensError });

function hasOwnTokens(services: Record<string, { tokens: string[] }>): boolean {
  const tokens = Object.values(services).flatMap((service) => service.tokens);
  return new Set(tokens).size === tokens.length;
}

const webhooksError =
  'it must be JSON that gives services {"url", "secret"}: an https address and whsec_ with 24 to 64 random bytes in base64; see docs/operations/integrate.md';

const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
const names = z.array(z.string().min(1).max(50)).min(1);

const webhook = z
  .strictObject({
    url: httpUrl,
    secret: z.union([webhookSecret, z.array(webhookSecret).min(1).max(5)]),
    types: z.array(z.enum(OUTGOING_EVENT_TYPES)).min(1).optional(),
    channels: names.optional(),
    isInternal: z.boolean().optional(),
  })
  .refine(({ url, isInternal }) => isInternal || url.startsWith('https://'))
  .transform(({ url, secret, types = null, channels = null, isInternal = false }) => ({
    url,
    secrets: [secret].flat(),
    types,
    channels,
    isInternal,
  }));

/** Where services receive events, by service name. */
export const webhooks = z.record(z.string().regex(/^[\w-]{1,50}$/), webhook, { error: webhooksError });

/** A VAT id in any spacing. */
export const vatId = z
  .string()
  .transform(normaliseVatId)
  .refine(isVatId, { error: 'it must be a VAT ID with its country, such as ATU12345675' });

/** Keys that wrap secrets, newest first. */
export const secretKeys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => /^[\w.~+/=-]{32,200}$/.test(key)), {
    error:
      'it must be 32 to 200 random letters, digits or any of . _ ~ + / = -; several, newest first, by commas',
  });
