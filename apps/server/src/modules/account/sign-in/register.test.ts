import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRowsWithText } from '../../../testing/rows-with-text.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { type Browser, headingOf } from './browser.fixture.ts';
import { signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';
import { type Form, registerBy } from './register.fixture.ts';
import { expectAsLong } from './times.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const register = (browser: Browser, form: Form, options?: Form) =>
  registerBy(identity, browser, form, options);

describe('registering', () => {
  test('continues, in the same browser, with the original request once the mail is confirmed', async () => {
    const browser = identity.openBrowser();
    const confirmed = () => identity.confirmed.filter(({ email }) => email === 'berta@example.com');
    const { attempt, answer } = await register(browser, { email: 'berta@example.com' });
    expect(headingOf(answer)).toBe('Check your inbox');
    expect(answer.text).toContain('berta@example.com');
    expect(confirmed()).toEqual([]);
    const { link } = await receiveMail(identity.db, 'berta@example.com', /Confirm/);
    const confirm = await browser.open(link);
    expect(headingOf(confirm)).toBe('Confirm your email address');
    const back = await browser.submit(confirm);
    const tokens = await attempt.redeem(back);
    expect(tokens.claims()).toMatchObject({
      email: 'berta@example.com',
      name: 'Berta',
      identity_type: 'consumer',
    });
    expect(confirmed()).toEqual([
      expect.objectContaining({ id: tokens.claims()?.sub, channel: 'pennyfern' }),
    ]);
  });

  test('takes a host with letters beyond ASCII, under which the account signs in in any spelling', async () => {
    const browser = identity.openBrowser();
    const { answer } = await register(browser, { email: 'carla@müller.example' });
    expect(headingOf(answer)).toBe('Check your inbox');
    expect(answer.text).toContain('carla@müller.example');
    const { link } = await receiveMail(identity.db, 'carla@xn--mller-kva.example', /Confirm/);
    await browser.submit(await browser.open(link));
    for (const email of ['Carla@Müller.example', 'carla@xn--mller-kva.example']) {
      const { tokens } = await signIn(identity, identity.openBrowser(), email);
      expect(tokens.claims()).toMatchObject({ email: 'carla@xn--mller-kva.example' });
    }
  });

  test('says why letters beyond ASCII before the @ are refused', async () => {
    const { answer } = await register(identity.openBrowser(), { email: 'bjørn@example.com' });
    expect(answer.text).toContain('Most mail servers do not accept letters such as');
  });

  test('gives the same answer for an address that has an account, whose owner is notified', async () => {
    await identity.addAccount('owner@example.com', { name: 'Olga', locale: 'sv-SE' });
    const existing = await register(identity.openBrowser(), { email: 'Owner@example.com' });
    const unknown = await register(identity.openBrowser(), { email: 'Nobody@example.com' });
    const bare = (text: string) => text.replaceAll(/(Owner|Nobody)@|interaction\/[\w-]+/g, '');
    expect(bare(existing.answer.text)).toBe(bare(unknown.answer.text));
    expect(existing.answer.status).toBe(unknown.answer.status);
    const mail = await receiveMail(identity.db, 'owner@example.com', /Du har redan ett konto/);
    expect(mail.text_body).toContain('Hej Olga!');
    expect(mail.link).toBe(`${identity.publicUrl}/`);
  });

  test('accepts only the form’s own fields', async () => {
    const foreign = {
      id: '0',
      identityType: 'business',
      b2bAuthenticationMethod: 'password',
      emailVerified: 'true',
    };
    const browser = identity.openBrowser();
    const { answer } = await register(browser, { email: 'eva@example.com', ...foreign });
    expect(headingOf(answer)).toBe('Check your inbox');
    const { link } = await receiveMail(identity.db, 'eva@example.com', /Confirm/);
    await browser.submit(await browser.open(link), {
      ...foreign,
      email: 'other@example.com',
      name: 'Mallory',
    });
    const account = identity.confirmed.find(({ email }) => email === 'eva@example.com');
    expect(account).toMatchObject({ name: 'Berta', identityType: 'consumer', b2bAuthenticationMethod: null });
  });

  test('and then signing in answer the same, equally fast, whether or not the address has an account', async () => {
    await identity.addAccount('frida@example.com');
    const emails = ['frida@example.com', 'frode@example.com'] as const;
    for (const email of emails) {
      const { answer } = await register(identity.openBrowser(), { email, password: 'guessed by a stranger' });
      expect(headingOf(answer)).toBe('Check your inbox');
      await receiveMail(identity.db, email, email === 'frida@example.com' ? /already/ : /Confirm/);
    }
    const answers: string[] = [];
    const signInAs = async (email: string) => {
      await identity.db.deleteFrom('identity_attempts').execute();
      const browser = identity.openBrowser();
      const page = await browser.open((await startSignIn(identity)).url);
      const start = performance.now();
      const answer = await browser.submit(page, { email, password: 'guessed by a stranger' });
      const { status, text } = answer;
      answers.push(`${status} ${text.replaceAll(/fr(ida|ode)@|interaction\/[\w-]+/g, '')}`);
      return performance.now() - start;
    };
    await expectAsLong(
      () => signInAs(emails[0]),
      () => signInAs(emails[1]),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('If you have just registered, open the link in our email first.');
  });

  test('mails have the brand and the language, and no text of the sender’s', async () => {
    const name = 'Win at evil.example';
    await register(
      identity.openBrowser(),
      { email: 'gun@example.com', name },
      { ui_locales: 'sv-SE', channel: 'kiekhof' },
    );
    const mail = await receiveMail(identity.db, 'gun@example.com', /Bekräfta/);
    expect(mail.text_body).toContain('Kiekhof');
    expect(mail.html_body).toContain('<html lang="sv-SE" dir="ltr">');
    expect(mail.text_body + mail.html_body).not.toContain('evil.example');
  });

  test('a spoofed Host or X-Forwarded-Host never gets into a mail or an address', async () => {
    const spoofed = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    await register(identity.openBrowser(spoofed), { email: 'hanna@example.com' });
    const mail = await receiveMail(identity.db, 'hanna@example.com', /Confirm/);
    expect(mail.link).toMatch(new RegExp(`^${identity.publicUrl}/identity/`));
    expect(mail.text_body + mail.html_body).not.toContain('evil.example');
  });
});

test('a form with a mistake is shown again at its own address, filled in, and says what is wrong once', async () => {
  const browser = identity.openBrowser();
  const wrong = { email: 'ida@example.com', name: 'Ida', password: 'password2027' };
  const { page, answer } = await register(browser, wrong);
  expect([answer.status, answer.url]).toEqual([422, page.url]);
  for (const shown of ['value="ida@example.com"', 'value="Ida"', 'aria-invalid="true"'])
    expect(answer.text).toContain(shown);
  const uid = /interaction\/([\w-]+)/.exec(page.url)?.[1] ?? '';
  expect(JSON.stringify(await readRowsWithText(identity.db, uid))).not.toContain(wrong.password);

  const reloaded = await browser.open(page.url);
  expect(reloaded.status).toBe(200);
  expect(reloaded.text).toContain('value="ida@example.com"');
  expect(reloaded.text).not.toContain('aria-invalid');

  const sent = await browser.submit(reloaded, { ...wrong, password: 'poplars in the wind' });
  expect(headingOf(sent)).toBe('Check your inbox');
  expect((await browser.open(page.url)).text).toContain('value="ida@example.com"');
  expect(headingOf(await browser.open(sent.url))).toBe('Check your inbox');
});

test('no form is answered with a page: going back or reloading does not send one again', async () => {
  const browser = identity.openBrowser();
  const attempt = await startSignIn(identity);
  const { url } = await browser.open(attempt.url);
  browser.stopAtRedirects();
  for (const address of [url, `${url}/register`, `${url}/forgotten-password`]) {
    const answer = await browser.post(address, { email: 'not an address' });
    expect(answer.status, address).toBe(303);
    expect(answer.url.replace('?sign-in', '')).toBe(address);
  }
  for (const address of ['/identity/links/reset-password', '/identity/links/confirm-email'])
    expect((await browser.post(address, {})).status, address).toBe(303);
});

describe('the registration form refuses', () => {
  test.each([
    ['an address whose host has no domain', { email: 'a@b' }, 'email'],
    ['two addresses', { email: 'a@b.com,evil@x.com' }, 'email'],
    ['a line break in the address', { email: 'a@b.com\r\nBcc: evil@x.com' }, 'email'],
    ['markup in the address', { email: '<script>@example.com' }, 'email'],
    ['a quoted local part', { email: '"x@y"@z.com' }, 'email'],
    ['a name of nothing but spaces', { name: '   ' }, 'name'],
    ['a line break in the name', { name: 'Anna\nBcc: x' }, 'name'],
    ['a short password', { password: 'short' }, 'password'],
    ['a common password', { password: 'password2027' }, 'password'],
    ['a password of name and brand', { password: 'Berta Pennyfern 27' }, 'password'],
    [
      'the address as the password',
      { email: 'long.name@example.com', password: 'Long.Name@example.com' },
      'password',
    ],
    ['a password beyond 128 characters', { password: 'ab c'.repeat(40) }, 'password'],
  ])('%s, with the error at the field', async (_what, form, field) => {
    const { answer } = await register(identity.openBrowser(), { email: 'fine@example.com', ...form });
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="${field}-fault[^>]*aria-invalid="true"[^>]*autofocus`),
    );
    expect(answer.text).toContain(`id="${field}-fault"`);
    expect(answer.text).not.toContain('<script>@');
  });
});
