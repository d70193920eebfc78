import { LOCALES } from '@keepsake/contracts/frame/configuration';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { sendMailTask, sendSealedMailTask } from '../../../platform/mail.ts';
import { isDemoComing } from '../../../platform/marks.ts';
import { createTokenVerifier } from '../../../platform/tokens/verify-tokens.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createIdentity } from '../../../wings/identity.ts';
import type { Account } from '../accounts/store.ts';
import { createMailedLinks } from '../mailed-links/index.ts';
import type { Brand } from '../pages/appearance.ts';
import { createPages } from '../pages/index.ts';
import { type Browser, openBrowser, type Page } from './browser.fixture.ts';

export const PASSWORD = 'tulips in the rain';
const CLIENT_ID = 'keepsake-web';
const AUDIENCE = 'urn:keepsake:api';

const brandOf = (id: string, name: string, locale: Brand['locale']): Brand => ({
  id,
  name,
  locale,
  timeZone: 'Europe/Vienna',
  accent: { light: '#1f6b52', dark: '#62c9a2' },
  logoUrl: '/logo.svg',
  faviconUrl: `/channels/${id}/icon.svg`,
  logoDarkUrl: '/logo-dark.svg',
  customerCareUrl: '/help/contact',
});
const brands = [brandOf('pennyfern', 'Pennyfern', LOCALES[0]), brandOf('kiekhof', 'Kiekhof', 'nl-NL')];

function resolveChannel({
  hostname,
  channelParam,
}: {
  hostname: string;
  channelParam: string | null;
}): Brand {
  const found =
    brands.find(({ id }) => id === channelParam) ?? brands.find(({ id }) => hostname.startsWith(id));
  return found ?? brandOf('pennyfern', 'Pennyfern', 'en-GB');
}

/** No accounts are deleted here: that takes another module. */
const NO_CLOSINGS = { lastDayToKeep: async () => null, keep: async () => false };

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

/**
 * The rooms of identity as they run: with PostgreSQL, HTTP on their own port, and background jobs. Browsers accept passkeys only for
 * hosts with a name.
 */
export async function startIdentity({ protocol = 'http', host = '127.0.0.1' } = {}) {
  const port = await freePort();
  const publicUrl = `${protocol}://${host}:${port}`;
  const brandOrigin = `http://kiekhof.localhost:${port}`;
  const confirmed: Account[] = [];
  const world = await startWorld({
    now: null,
    port,
    hasWorker: true,
    modules: async (parts) => {
      const mailedLinks = await createMailedLinks(parts);
      const pages = createPages({ publicUrl, brandOrigins: [brandOrigin], resolveChannel });
      const mail = { ...parts, smtpUrl: null, from: 'Keepsake <no-reply@keepsake.example>' };
      const identity = await createIdentity({
        ...parts,
        publicUrl,
        brandOrigins: [brandOrigin],
        clientId: CLIENT_ID,
        audience: AUDIENCE,
        accessTokenSeconds: 600,
        pages,
        onAccountChanged: async (_trx, account) => void confirmed.push(account),
        createLink: mailedLinks.createLink,
        isSecondFactorRequired: false,
        isDemoComing: () => isDemoComing(parts.db),
      });
      identity.closings.fill(NO_CLOSINGS);
      return [
        { ...pages, identity },
        ...identity.modules,
        mailedLinks,
        { tasks: [sendMailTask(mail), sendSealedMailTask(mail)] },
      ] as const;
    },
  });
  const [{ identity, ...pages }] = world.modules;
  const { db, secrets, log, throttle, security, cursors } = world;
  const now = () => world.clock.now;
  const { issuer, keys, isRevoked } = identity;
  return {
    ...identity,
    db,
    secrets,
    log,
    throttle,
    security,
    cursors,
    pages,
    isSecondFactorRequired: false,
    isDemoComing: () => isDemoComing(db),
    publicUrl,
    brandOrigin,
    confirmed,
    verifier: createTokenVerifier({
      issuer,
      audiences: [AUDIENCE],
      keys,
      clock: now,
      isEnded: async ({ sessionId }) => sessionId !== null && (await isRevoked(sessionId)),
    }),
    openBrowser: (headers?: Record<string, string>) => openBrowser(publicUrl, headers),
    /** An account that can sign in with PASSWORD. */
    addAccount: (email: string, rest: { name?: string; locale?: Account['locale'] } = {}) =>
      identity.createAccount({
        name: rest.name ?? 'Anna',
        email,
        password: PASSWORD,
        identityType: 'consumer',
        channel: 'pennyfern',
        locale: rest.locale ?? 'en-GB',
      }),
    call: world.call,
    tokenFor: world.tokenFor,
    run: world.run,
    clock: world.clock,
    journal: world.journal,
    stop: world.stop,
  };
}

/** The addresses of a provider. */
type Provider = Pick<TestIdentity, 'issuer' | 'publicUrl'>;
type AuthorizeOptions = Record<string, string>;

/** The web app's side of a sign-in, by an independent client library. */
export async function startSignIn(identity: Provider, options: AuthorizeOptions = {}) {
  const config = await discover(identity);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${identity.publicUrl}/signed-in`,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...options,
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return { config, url: url.href, checks, redeem: (page: Page) => redeem(config, page, checks) };
}

export function discover({ issuer }: Pick<Provider, 'issuer'>): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), CLIENT_ID, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
}

function redeem(config: client.Configuration, page: Page, checks: client.AuthorizationCodeGrantChecks) {
  return client.authorizationCodeGrant(config, new URL(page.url), checks);
}

/** Signs in on the page and returns the tokens. */
export async function signIn(
  identity: Provider,
  browser: Browser,
  email: string,
  options: AuthorizeOptions = {},
) {
  const attempt = await startSignIn(identity, options);
  const page = await browser.open(attempt.url);
  const back = await browser.submit(page, { email, password: PASSWORD });
  expect(back.url).toContain('/signed-in?code=');
  return { ...attempt, tokens: await attempt.redeem(back) };
}

type SignedIn = Pick<Awaited<ReturnType<typeof signIn>>, 'config' | 'tokens'>;

/** Signs out as the web app does: by the confirmation page and its button. */
export async function signOut(
  { publicUrl }: Pick<Provider, 'publicUrl'>,
  browser: Browser,
  { config, tokens }: SignedIn,
) {
  const parameters = {
    post_logout_redirect_uri: `${publicUrl}/logout`,
    id_token_hint: tokens.id_token ?? '',
    state: 'bye',
  };
  const page = await browser.open(client.buildEndSessionUrl(config, parameters).href);
  return { page, done: await browser.submit(page, { logout: 'yes' }) };
}
