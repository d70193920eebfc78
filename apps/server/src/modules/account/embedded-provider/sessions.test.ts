import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { headingOf, linkOn } from '../sign-in/browser.fixture.ts';
import {
  PASSWORD,
  signIn,
  signOut,
  startIdentity,
  startSignIn,
  type TestIdentity,
} from '../sign-in/identity.fixture.ts';
import { createOidcAdapter } from './oidc-adapter.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
  await identity.addAccount('anna@example.com');
  await identity.addAccount('berta@example.com');
});
afterAll(() => identity.stop());

const silently = () => ({ prompt: 'none', redirect_uri: `${identity.publicUrl}/silent-renew` });

test('a code that is used again ends its session with everything issued from it', async () => {
  const browser = identity.openBrowser();
  const first = await startSignIn(identity, {
    scope: 'openid email profile offline_access',
    prompt: 'consent',
  });
  const page = await browser.open(first.url);
  const back = await browser.submit(page, { email: 'anna@example.com', password: PASSWORD });
  const tokens = await first.redeem(back);
  const sid = String(tokens.claims()?.sid);
  expect(await identity.isRevoked(sid)).toBe(false);
  await expect(first.redeem(back)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await identity.isRevoked(sid)).toBe(true);
  await expect(client.refreshTokenGrant(first.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

describe('silent renewal', () => {
  test('gives new tokens of the same session without a page', async () => {
    const browser = identity.openBrowser();
    const { tokens } = await signIn(identity, browser, 'anna@example.com');
    const attempt = await startSignIn(identity, silently());
    const back = await browser.open(attempt.url);
    const renewed = await attempt.redeem(back);
    expect(renewed.claims()?.sid).toBe(tokens.claims()?.sid);
    expect(back.headers.get('x-frame-options')).toBeNull();
    expect(back.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  test('keeps a session for two weeks, but never beyond 90 days after the sign-in', async () => {
    const { db } = identity;
    const days = (count: number) => new Date(Date.now() + count * DAY_MS);
    const browser = identity.openBrowser();
    const { tokens } = await signIn(identity, browser, 'berta@example.com');
    const sid = String(tokens.claims()?.sid);
    const row = db.selectFrom('oidc_payloads').where('uid', '=', sid).select(['payload', 'expires_at']);
    const daysLeft = async () =>
      Math.round(((await row.executeTakeFirstOrThrow()).expires_at.getTime() - Date.now()) / DAY_MS);
    expect(await daysLeft()).toBe(14);
    await db
      .updateTable('accounts')
      .set({ password_changed_at: days(-100) })
      .execute();
    const payload = (await row.executeTakeFirstOrThrow()).payload as object;
    const aged = JSON.stringify({ ...payload, loginTs: Math.floor(days(-87).getTime() / 1000) });
    await db.updateTable('oidc_payloads').set({ payload: aged }).where('uid', '=', sid).execute();
    const attempt = await startSignIn(identity, silently());
    expect(await attempt.redeem(await browser.open(attempt.url))).toHaveProperty('access_token');
    expect(await daysLeft()).toBe(3);
  });

  test('says so when there is no session', async () => {
    const back = await identity.openBrowser().open((await startSignIn(identity, silently())).url);
    expect(new URL(back.url).searchParams.get('error')).toBe('login_required');
  });

  test('interactive pages are never framed', async () => {
    const page = await identity.openBrowser().open((await startSignIn(identity)).url);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });
});

describe('refresh tokens', () => {
  const offline = { scope: 'openid email profile offline_access' };

  test('are given for offline_access, and each works once', async () => {
    const { config, tokens } = await signIn(identity, identity.openBrowser(), 'anna@example.com', offline);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next.claims()).toMatchObject({ email: 'anna@example.com', sid: tokens.claims()?.sid });
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('of twenty parallel uses exactly one wins and stays valid', async () => {
    const { config, tokens } = await signIn(identity, identity.openBrowser(), 'anna@example.com', offline);
    const uses = Array.from({ length: 20 }, () =>
      client.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    );
    const winners = (await Promise.allSettled(uses)).filter((use) => use.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const survivor = winners[0]?.value.refresh_token ?? '';
    expect(await client.refreshTokenGrant(config, survivor)).toHaveProperty('refresh_token');
  });

  test('reused later, they end everything from that sign-in: somebody has a copy', async () => {
    const { config, tokens } = await signIn(identity, identity.openBrowser(), 'anna@example.com', offline);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const longAgo = new Date(Date.now() - 60_000);
    await identity.db
      .updateTable('oidc_payloads')
      .set({ consumed_at: longAgo })
      .where('consumed_at', 'is not', null)
      .execute();
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('end with the session', async () => {
    const browser = identity.openBrowser();
    const { config, tokens } = await signIn(identity, browser, 'anna@example.com', offline);
    await signOut(identity, browser, { config, tokens });
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('no secret of a session or token is stored in plain text', async () => {
    const browser = identity.openBrowser();
    const { tokens } = await signIn(identity, browser, 'anna@example.com', offline);
    const session = browser.cookies().find(({ name }) => name === 'keepsake_session')?.value ?? 'none';
    const rows = JSON.stringify(await identity.db.selectFrom('oidc_payloads').selectAll().execute());
    expect(rows).not.toContain(tokens.refresh_token);
    expect(rows).not.toContain(session);
  });
});

describe('signing out', () => {
  test('is final, even if a request that began before saves the session again', async () => {
    const { upsert, find, destroy } = createOidcAdapter({ db: identity.db, clock: () => new Date() })(
      'Session',
    );
    const session = { uid: 'some-uid', accountId: identity.confirmed[0]?.id };
    await upsert('cookie', session, 60);
    expect(await find('cookie')).toMatchObject(session);
    expect(await identity.isRevoked('some-uid')).toBe(false);
    await destroy('cookie');
    await upsert('cookie', session, 60);
    expect(await find('cookie')).toBeUndefined();
    expect(await identity.isRevoked('some-uid')).toBe(true);
  });

  test('ends the session and returns to /logout; the page does not ask the customer of the ID token [RTE-48]', async () => {
    const browser = identity.openBrowser();
    const { config, tokens } = await signIn(identity, browser, 'anna@example.com');
    const { page, done } = await signOut(identity, browser, { config, tokens });
    expect(page.text).toContain('data-press');
    expect(done.url).toBe(`${identity.publicUrl}/logout?state=bye`);
    expect(await identity.isRevoked(String(tokens.claims()?.sid))).toBe(true);
    const back = await browser.open((await startSignIn(identity, silently())).url);
    expect(new URL(back.url).searchParams.get('error')).toBe('login_required');
  });

  test('asks if the ID token is another customer’s or missing: another site could have sent it', async () => {
    const browser = identity.openBrowser();
    const { config } = await signIn(identity, browser, 'anna@example.com');
    const other = await signIn(identity, identity.openBrowser(), 'berta@example.com');
    for (const hint of [{ id_token_hint: other.tokens.id_token ?? '' }, {} as Record<string, string>]) {
      const page = await browser.open(client.buildEndSessionUrl(config, hint).href);
      expect(headingOf(page)).toBe('Sign out?');
      expect(page.text).not.toContain('data-press');
    }
  });

  test('without an address to return to ends on its own page', async () => {
    const browser = identity.openBrowser();
    const { config } = await signIn(identity, browser, 'anna@example.com');
    const page = await browser.open(client.buildEndSessionUrl(config).href);
    const done = await browser.submit(page, { logout: 'yes' });
    expect(headingOf(done)).toBe('You are signed out');
    expect(linkOn(done, 'Sign in again')).toBe(`${identity.publicUrl}/`);
  });

  test('does not return to a foreign address', async () => {
    const { config } = await startSignIn(identity);
    const parameters = { post_logout_redirect_uri: 'https://evil.example/' };
    const page = await identity.openBrowser().open(client.buildEndSessionUrl(config, parameters).href);
    expect(page.status).toBe(400);
  });
});
