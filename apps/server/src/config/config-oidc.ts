import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import * as z from 'zod';
import { StartupError } from '../platform/startup-error.ts';
import { type ClaimMapping, type ClaimSource, STANDARD_CLAIMS } from '../platform/tokens/claims.ts';
import { httpUrl, json, optional } from './config-schema.ts';

const claimsError =
  'it must be JSON that gives channel, language, name, email, verified or business a claim, such as {"email":"https://shop.example/mail","channel":{"claim":"brand.id","values":{"NL":"stundbo"}}}; see docs/operations/identity.md';

const claimName = z.string().min(1).max(300);
const claimSource = z
  .union([
    claimName.transform((name) => ({ claim: name, values: null })),
    z.strictObject({
      claim: claimName,
      values: z
        .record(z.string(), z.union([z.string().min(1).max(100), z.boolean()]))
        .nullable()
        .default(null),
    }),
  ])
  .optional();

const claims = z.strictObject(
  {
    channel: claimSource,
    language: claimSource,
    name: claimSource,
    email: claimSource,
    verified: z.union([z.literal(true), claimSource]),
    business: claimSource,
  },
  { error: claimsError },
);

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const TOKEN_TYPES = ['at+jwt', 'jwt', 'opaque'];
const tokenTypes = z
  .string()
  .transform((list) => words(list.toLowerCase()))
  .refine((types) => types.length > 0 && types.every((type) => TOKEN_TYPES.includes(type)), {
    error: 'it must be one or several of at+jwt, JWT and opaque, separated by commas',
  });

const pagesError =
  'it must be JSON that gives password, email or account an https address, such as {"password":"https://id.example/password"}';
const accountPages = z.strictObject(
  { password: httpUrl.optional(), email: httpUrl.optional(), account: httpUrl.optional() },
  { error: pagesError },
);

/** Parameters that the app itself sets when it requests a sign-in. */
const OWN_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
];
const parameters = z
  .record(z.string().min(1).max(100), z.string().max(1_000), {
    error: 'it must be JSON that gives parameters texts, such as {"audience":"https://api.shop.example"}',
  })
  .refine((given) => OWN_PARAMETERS.every((name) => !Object.hasOwn(given, name)), {
    error: `the app itself sets ${OWN_PARAMETERS.join(', ')}`,
  });

/** Settings of the identity provider. */
export const oidcEnvironment = {
  OIDC_ISSUER: optional(httpUrl),
  OIDC_CLIENT_ID: optional(z.string()).transform((clientId) => clientId ?? 'keepsake-web'),
  OIDC_AUDIENCE: optional(z.string()).transform((audiences) => words(audiences ?? 'urn:keepsake:api')),
  OIDC_SCOPE: optional(
    z.string().regex(/(^|\s)openid(\s|$)/, { error: 'it must have openid among its scopes' }),
  ),
  OIDC_PARAMETERS: json(parameters),
  OIDC_CLAIMS: json(claims),
  OIDC_TOKEN_TYPES: optional(tokenTypes),
  OIDC_API_CLIENT_ID: optional(z.string()),
  OIDC_API_CLIENT_SECRET: optional(z.string()),
  OIDC_ACCOUNT_PAGES: json(accountPages),
  ACCESS_TOKEN_SECONDS: optional(z.coerce.number().int().min(10).max(HOUR_SECONDS)).transform(
    (n) => n ?? 600,
  ),
};

const read = z.object(oidcEnvironment);
type Read = z.infer<typeof read>;

/** Settings without meaning for the embedded provider: without an issuer, one of them was probably left over. */
const OWN_PROVIDERS = [
  'OIDC_SCOPE',
  'OIDC_PARAMETERS',
  'OIDC_CLAIMS',
  'OIDC_TOKEN_TYPES',
  'OIDC_API_CLIENT_ID',
  'OIDC_API_CLIENT_SECRET',
  'OIDC_ACCOUNT_PAGES',
] as const;

/** The identity provider from its settings. Throws one sentence about settings that contradict each other. */
export function readOidc(settings: Read) {
  const stray = OWN_PROVIDERS.find((name) => isSet(settings[name]));
  if (stray && !settings.OIDC_ISSUER) {
    throw new StartupError(
      `${stray} is for an identity provider of your own: set OIDC_ISSUER too, or neither.`,
    );
  }
  const [audience = ''] = settings.OIDC_AUDIENCE;
  const types = settings.OIDC_TOKEN_TYPES ?? ['at+jwt'];
  if (types.includes('jwt') && settings.OIDC_AUDIENCE.includes(settings.OIDC_CLIENT_ID)) {
    throw new StartupError(
      'OIDC_AUDIENCE must not be OIDC_CLIENT_ID while OIDC_TOKEN_TYPES allows JWT: ID tokens would pass as access tokens.',
    );
  }
  return {
    issuer: settings.OIDC_ISSUER ? settings.OIDC_ISSUER.replace(/\/+$/, '') : null,
    clientId: settings.OIDC_CLIENT_ID,
    audience,
    audiences: settings.OIDC_AUDIENCE,
    scope: settings.OIDC_SCOPE ?? 'openid email profile offline_access',
    parameters: settings.OIDC_PARAMETERS,
    claims: { ...STANDARD_CLAIMS, ...withoutUndefined(settings.OIDC_CLAIMS) } satisfies ClaimMapping,
    otherTypes: types.includes('jwt') ? ['jwt'] : [],
    api: apiClient(settings, types),
    accountPages: settings.OIDC_ACCOUNT_PAGES,
    accessTokenSeconds: settings.ACCESS_TOKEN_SECONDS,
  };
}

/** The client with which the server asks about opaque tokens; null if it accepts none. */
function apiClient(
  { OIDC_API_CLIENT_ID: id, OIDC_API_CLIENT_SECRET: secret }: Read,
  types: readonly string[],
) {
  const isOpaque = types.includes('opaque');
  if (isOpaque && id && secret) return { clientId: id, clientSecret: secret };
  if (isOpaque || id || secret) {
    throw new StartupError(
      'OIDC_TOKEN_TYPES with opaque, OIDC_API_CLIENT_ID and OIDC_API_CLIENT_SECRET go together: set all three or none.',
    );
  }
  return null;
}

const isSet = (value: unknown) =>
  value !== undefined &&
  (typeof value !== 'object' || Array.isArray(value) || Object.keys(value ?? {}).length > 0);

function withoutUndefined(mapping: Partial<Record<keyof ClaimMapping, ClaimSource | true | undefined>>) {
  return Object.fromEntries(Object.entries(mapping).filter(([, source]) => source)) as Partial<ClaimMapping>;
}
