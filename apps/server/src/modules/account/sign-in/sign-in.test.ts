import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_MADE_AT, DEMO_WHOLE, mark } from '../../../platform/marks.ts';
import { headingOf, linkOn } from './browser.fixture.ts';
import {
  discover,
  PASSWORD,
  signIn,
  startIdentity,
  startSignIn,
  type TestIdentity,
} from './identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
  await identity.addAccount('anna@example.com');
});
afterAll(() => identity.stop());

describe('signing in', () => {
  test('sends a visitor without a session to the sign-in page, and back with a code [IDN-01]', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity);
    const page = await browser.open(attempt.url);
    expect(headingOf(page)).toBe('Sign in');
    const back = await browser.submit(page, { email: 'Anna@Example.com', password: PASSWORD });
    const tokens = await attempt.redeem(back);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600 });
    expect(tokens.refresh_token).toBeUndefined();
  });

  test('says while the demo is being filled that more is coming, and not any more once it is whole', async () => {
    const coming = 'Photos, albums and orders of the demo are still being added.';
    const pageOfNow = async () => identity.openBrowser().open((await startSignIn(identity)).url);
    expect((await pageOfNow()).text).not.toContain(coming);
    await mark(identity.db, DEMO_MADE_AT, new Date());
    expect((await pageOfNow()).text).toContain(coming);
    await mark(identity.db, DEMO_WHOLE, new Date());
    expect((await pageOfNow()).text).not.toContain(coming);
  });

  test('puts email, account id, identity type and session into ID token and access token [IDN-02]', async () => {
    const { tokens } = await signIn(identity, identity.openBrowser(), 'anna@example.com');
    const [account] = identity.confirmed;
    const expected = { sub: account?.id, email: 'anna@example.com', name: 'Anna', identity_type: 'consumer' };
    const accessToken = decodeJwt(tokens.access_token);
    expect(tokens.claims()).toMatchObject({ ...expected, sid: expect.any(String) });
    expect(accessToken).toMatchObject({ ...expected, aud: 'urn:keepsake:api', sid: tokens.claims()?.sid });
    expect(accessToken).not.toHaveProperty('b2b_authentication_method');
  });

  test('names the authentication method of business customers [IDN-02]', async () => {
    const rest = { name: 'Studio Berg', password: PASSWORD, channel: 'pennyfern', locale: 'en-GB' } as const;
    await identity.createAccount({ email: 'studio@example.com', identityType: 'business', ...rest });
    const { tokens } = await signIn(identity, identity.openBrowser(), 'studio@example.com');
    const claims = { identity_type: 'business', b2b_authentication_method: 'password' };
    expect(tokens.claims()).toMatchObject(claims);
    expect(decodeJwt(tokens.access_token)).toMatchObject(claims);
  });

  test('a second visit needs no password', async () => {
    const browser = identity.openBrowser();
    await signIn(identity, browser, 'anna@example.com');
    const repeated = await startSignIn(identity);
    const back = await browser.open(repeated.url);
    expect(await repeated.redeem(back)).toHaveProperty('access_token');
  });

  test('going back to the sign-in page afterwards leads home, and without a session says that it has expired', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity);
    const page = await browser.open(attempt.url);
    await browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
    expect((await browser.open(page.url)).url).toBe(`${identity.publicUrl}/`);
    expect((await identity.openBrowser().open(page.url)).status).toBe(410);
  });

  test('two tabs can sign in one after the other', async () => {
    const browser = identity.openBrowser();
    const [first, second] = [await startSignIn(identity), await startSignIn(identity)];
    const [pageOne, pageTwo] = [await browser.open(first.url), await browser.open(second.url)];
    const form = { email: 'anna@example.com', password: PASSWORD };
    const tokens = await first.redeem(await browser.submit(pageOne, form));
    const others = await second.redeem(await browser.submit(pageTwo, form));
    expect(others.claims()?.sub).toBe(tokens.claims()?.sub);
  });

  test('a brand’s host gets its own look and language, and its codes', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity, { redirect_uri: `${identity.brandOrigin}/signed-in` });
    const page = await browser.open(attempt.url);
    expect(page.text).toContain('<html lang="nl-NL" dir="ltr">');
    expect(headingOf(page)).toBe('Inloggen');
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${identity.publicUrl} ${identity.brandOrigin}`,
    );
    const back = await browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
    expect(back.url).toContain(`${identity.brandOrigin}/signed-in?code=`);
  });

  test('a page uses the app’s typeface, from its own origin', async () => {
    const browser = identity.openBrowser();
    const page = await browser.open((await startSignIn(identity)).url);
    expect(page.headers.get('content-security-policy')).toContain("font-src 'self'");
    const [, font = ''] = /<link rel="preload" href="([^"]+)" as="font"/.exec(page.text) ?? [];
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    const { text } = await browser.open(new URL(stylesheet.replaceAll('&amp;', '&'), page.url).href);
    expect(text).toMatch(/font:\s+1rem \/ 1.5 "Inter Variable"/);
    const files = [...text.matchAll(/url\((\S+?\.woff2)\)/g)].map(
      ([, file = '']) => new URL(file, `${identity.publicUrl}/identity/assets/`).pathname,
    );
    expect(files).toContain(font);
    for (const file of files) {
      const answer = await fetch(`${identity.publicUrl}${file}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=2592000');
    }
  });

  test('the app may ask for a language and for registration first', async () => {
    const attempt = await startSignIn(identity, { ui_locales: 'sv-SE', prompt: 'create' });
    const page = await identity.openBrowser().open(attempt.url);
    expect(headingOf(page)).toBe('Skapa konto');
    expect(linkOn(page, 'Logga in')).toContain('?sign-in');
  });

  test('prompt=create is satisfied by signing in with an account that exists', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity, { prompt: 'create' });
    const page = await browser.open(linkOn(await browser.open(attempt.url), 'Sign in'));
    const back = await browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
    expect(await attempt.redeem(back)).toHaveProperty('id_token');
  });
});

describe('what is refused', () => {
  const errorOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: { error?: string; code?: string }) => error.error ?? error.code,
    );

  test.each([
    'https://evil.example/signed-in',
    'http://kiekhof.localhost.evil.example/signed-in',
    'javascript:alert(1)',
  ])('the foreign redirect address %s', async (redirect_uri) => {
    const attempt = await startSignIn(identity, { redirect_uri });
    const page = await identity.openBrowser().open(attempt.url);
    expect(page.status).toBe(400);
    expect(headingOf(page)).toBe('Something went wrong');
    expect(page.text).toContain(page.headers.get('x-correlationid') ?? 'no id');
    expect(linkOn(page, 'Start again')).toBe(`${identity.publicUrl}/`);
  });

  test('a code without its verifier, with a foreign state or nonce', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity);
    const back = await browser.submit(await browser.open(attempt.url), {
      email: 'anna@example.com',
      password: PASSWORD,
    });
    const { config, checks } = attempt;
    const redeem = (other: object) =>
      client.authorizationCodeGrant(config, new URL(back.url), { ...checks, ...other });
    expect(await errorOf(redeem({ expectedState: 'foreign' }))).toBe('OAUTH_INVALID_RESPONSE');
    expect(await errorOf(redeem({ pkceCodeVerifier: client.randomPKCECodeVerifier() }))).toBe(
      'invalid_grant',
    );
    expect(await errorOf(redeem({ expectedNonce: 'foreign' }))).toBe('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
  });

  test('a code without PKCE at all', async () => {
    const { url } = await startSignIn(identity);
    const bare = new URL(url);
    bare.searchParams.delete('code_challenge');
    bare.searchParams.delete('code_challenge_method');
    const back = await identity.openBrowser().open(bare.href);
    expect(new URL(back.url).searchParams.get('error')).toBe('invalid_request');
  });

  test('a code brought twice, also twenty times at once', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity);
    const back = await browser.submit(await browser.open(attempt.url), {
      email: 'anna@example.com',
      password: PASSWORD,
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => errorOf(attempt.redeem(back))));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'invalid_grant')).toHaveLength(19);
    expect(await errorOf(attempt.redeem(back))).toBe('invalid_grant');
  });

  test('a form that another site posts', async () => {
    const browser = identity.openBrowser();
    const page = await browser.open((await startSignIn(identity)).url);
    const form = { email: 'anna@example.com', password: PASSWORD };
    const foreign = await browser.submit(page, form, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    const sibling = await browser.submit(page, form, { 'sec-fetch-site': 'same-site' });
    expect([foreign.status, sibling.status]).toEqual([403, 403]);
  });

  test('an interaction of another browser, with a way to continue', async () => {
    const page = await identity.openBrowser().open((await startSignIn(identity)).url);
    const other = await identity.openBrowser().open(page.url);
    expect(other.status).toBe(410);
    expect(linkOn(other, 'Start again')).toBe(`${identity.publicUrl}/`);
  });

  test('the page left by signing in, with a way back to the brand', async () => {
    const browser = identity.openBrowser();
    const attempt = await startSignIn(identity, { redirect_uri: `${identity.brandOrigin}/signed-in` });
    const page = await browser.open(attempt.url);
    const form = { email: 'anna@example.com', password: PASSWORD };
    await browser.submit(page, form);
    const late = await browser.submit(page, form);
    expect(late.status).toBe(410);
    expect(linkOn(late, 'Opnieuw beginnen')).toBe(`${identity.brandOrigin}/`);
  });

  test('other clients, other grants, userinfo, client registration and pushed requests', async () => {
    const { url } = await startSignIn(identity);
    const foreign = new URL(url);
    foreign.searchParams.set('client_id', 'other');
    expect((await identity.openBrowser().open(foreign.href)).status).toBe(400);
    const config = (await discover(identity)).serverMetadata();
    expect(config).not.toHaveProperty('userinfo_endpoint');
    expect(config).not.toHaveProperty('registration_endpoint');
    expect(config).not.toHaveProperty('pushed_authorization_request_endpoint');
    const pushed = await fetch(`${identity.issuer}/request`, {
      method: 'POST',
      body: new URL(url).searchParams,
    });
    expect(pushed.status).toBe(404);
    expect(config.response_types_supported).toEqual(['code']);
  });
});
