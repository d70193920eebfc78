import { describe, expect, test } from 'vitest';
import { brandOriginsFor } from '../modules/frame/channels/index.ts';
import { StartupError } from '../platform/startup-error.ts';
import { readConfig, withoutSettings } from './config.ts';

const SECRETS_KEY = '0123456789abcdef0123456789abcdef';

test('a service has one token for orders, or several with their own scopes and channels', () => {
  const [bare, next, last] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
  const plant = { token: [next, last], scopes: ['events', 'files'], channels: ['kiekhof'] };
  const { serviceTokens } = readConfig({ SERVICE_TOKENS: JSON.stringify({ shop: bare, plant }) });
  expect(serviceTokens).toEqual({
    shop: { tokens: [bare], scopes: ['orders'], channels: null },
    plant: { tokens: [next, last], scopes: ['events', 'files'], channels: ['kiekhof'] },
  });
});

describe('the settings', () => {
  test('are all optional: everything is embedded', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      role: 'all',
    });
    expect(config.isEmbedded).toEqual({ database: true, identity: true, mail: true, storage: true });
  });

  test('accept a valid upload URL, and treat any other value as not configured [UPL-01]', () => {
    expect(readConfig({ UPLOAD_URL: 'https://upload.example/mobile' }).uploadUrl).toBe(
      'https://upload.example/mobile',
    );
    for (const value of [
      '',
      'upload',
      '/upload',
      'javascript:alert(1)',
      'ftp://upload.example',
      'https://',
    ]) {
      expect(readConfig({ UPLOAD_URL: value }).uploadUrl, value).toBeNull();
    }
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_URL', 'keepsake.example'],
    ['DATABASE_URL', 'mysql://localhost/keepsake'],
    ['DATABASE_URL', 'postgres://a.example,b.example/keepsake'],
    ['DATABASE_URL', 'postgres://u:p@a.example:5432,b.example:5433/keepsake'],
    ['DATABASE_URL', 'postgres:///keepsake?host=/run/a,/run/b'],
    ['DATABASE_URL', 'postgres://a.example/keepsake?target_session_attrs=read-write'],
    ['DATABASE_DIRECT_URL', 'postgres://a.example/keepsake'],
    ['DATABASE_REPLICA_URL', 'postgres://a.example/keepsake'],
    ['STORAGE_URL', '/var/photos'],
    ['STORAGE_URL', 's3+http://photos'],
    ['ROLE', 'boss'],
    ['ACCESS_TOKEN_SECONDS', '5'],
    ['FEATURE_FLAGS', '{"a":true}'],
    ['FEATURE_FLAGS', '"*"'],
    ['SERVICES', 'not json'],
    ['SERVICES', '{"orders":"javascript:alert(1)"}'],
    ['SERVICES', '{"orders":"//orders.example"}'],
    ['SERVICES', '{"orders":"orders.example"}'],
    ['SERVICES', '{"oders":"https://orders.example"}'],
    ['SERVICES', '{"constructor":"https://orders.example"}'],
    ['HOST', '999.1.1.1'],
    ['HOST', '::g'],
    ['HOST', 'a host'],
    ['PUBLIC_URL', 'https://photos.example/library'],
    ['PUBLIC_URL', 'https://photos.example/?shop=1'],
    ['PUBLIC_URL', 'https://anna@photos.example'],
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['METRICS_TOKEN', 'short'],
    ['SECRETS_KEY', 'short'],
    ['SECRETS_KEY', '0123456789abcdef0123456789abcdef,'],
    ['WEBHOOKS', '{"shop":{"url":"https://shop.example"}}'],
    ['WEBHOOKS', `{"shop":{"url":"https://shop.example","secret":"whsec_short"}}`],
    ['WEBHOOKS', `{"shop":{"url":"http://shop.example","secret":"whsec_${'A'.repeat(32)}"}}`],
    ['SERVICE_TOKENS', '"shop"'],
    ['SERVICE_TOKENS', '{"plant":{"token":"0123456789abcdef0123456789abcdef","scopes":["everything"]}}'],
    ['SERVICE_TOKENS', '{"plant":{"token":"0123456789abcdef0123456789abcdef"}}'],
    ['SERVICE_TOKENS', '{"shop":"too-short-for-a-token"}'],
    ['SERVICE_TOKENS', '{"a shop":"0123456789abcdef0123456789abcdef"}'],
    ['SERVICE_TOKENS', '{"one":"0123456789abcdef0123456789abcdef","two":"0123456789abcdef0123456789abcdef"}'],
    ['EDITOR_URL', 'javascript:alert(1)'],
    ['DEMO_SHOP', 'yes'],
    ['QUOTA_PHOTOS', '0'],
    ['QUOTA_PHOTOS', '100000001'],
    ['QUOTA_BYTES', '209715199'],
    ['QUOTA_BYTES', '20 GB'],
  ])('are refused with a sentence that names the wrong one: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartupError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['[::]', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['2001:db8::1', 'http://[2001:db8::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
    ['photos.local', 'http://photos.local:3000'],
  ])('listening on %s is reached at %s', (HOST, publicUrl) => {
    const config = readConfig({ HOST, OUTBOX: 'on', SECRETS_KEY });
    expect(config.publicUrl).toBe(publicUrl);
    expect(config.host).toBe(HOST.replace(/[[\]]/g, ''));
    expect(brandOriginsFor(publicUrl).every((brand) => URL.canParse(brand))).toBe(true);
  });

  test('accept valid values', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy).toBe(
      '10.0.0.0/8, ::1,loopback',
    );
    expect(readConfig({ PUBLIC_URL: 'http://localhost:8080/' }).publicUrl).toBe('http://localhost:8080');
    const services = { orders: 'https://orders.example', vouchers: '/shop/vouchers' };
    expect(readConfig({ SERVICES: JSON.stringify(services) }).services).toEqual(services);
  });

  test('limit what one customer may store only if set', () => {
    expect(readConfig({}).quota).toEqual({ photos: null, bytes: null });
    expect(readConfig({ QUOTA_PHOTOS: '', QUOTA_BYTES: '209715200' }).quota).toEqual({
      photos: null,
      bytes: 209_715_200,
    });
  });

  test('take one address of the database as its own, unless it has two', () => {
    const DATABASE_URL = 'postgres://u:p,1@pooler.example/keepsake';
    expect(readConfig({ DATABASE_URL }).database).toMatchObject({ url: DATABASE_URL, directUrl: null });
    const same = { DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL };
    expect(readConfig(same).database).toMatchObject({ directUrl: null, replicaUrl: null });
    const others = {
      DATABASE_DIRECT_URL: 'postgres://db.example/keepsake',
      DATABASE_REPLICA_URL: 'postgres://replica.example/keepsake',
    };
    expect(readConfig({ DATABASE_URL, ...others }).database).toMatchObject({
      directUrl: others.DATABASE_DIRECT_URL,
      replicaUrl: others.DATABASE_REPLICA_URL,
    });
  });

  test('have no demo customers where the database or the accounts are a retailer’s own', () => {
    expect(readConfig({}).hasDemo).toBe(true);
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/keepsake' }).hasDemo).toBe(false);
    expect(readConfig({ OIDC_ISSUER: 'https://id.example' }).hasDemo).toBe(false);
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.example', DEMO: 'on' })).toThrow(
      'set only one of the two',
    );
  });

  test.each([
    ['OIDC_SCOPE', 'email', 'openid'],
    ['OIDC_PARAMETERS', 'audience=x', 'such as {"audience"'],
    ['OIDC_PARAMETERS', '{"state":"x"}', 'the app itself sets client_id, redirect_uri'],
    ['OIDC_CLAIMS', '{', 'it must be JSON that gives channel'],
    ['OIDC_CLAIMS', '{"mail":"email"}', 'it must be JSON that gives channel'],
    ['OIDC_CLAIMS', '{"channel":{"claim":"brand","value":{"NL":"kiekhof"}}}', 'OIDC_CLAIMS'],
    ['OIDC_TOKEN_TYPES', 'jws', 'at+jwt, JWT and opaque'],
    ['OIDC_TOKEN_TYPES', 'opaque', 'OIDC_API_CLIENT_SECRET go together'],
    ['OIDC_API_CLIENT_ID', 'keepsake', 'OIDC_API_CLIENT_SECRET go together'],
    ['OIDC_ACCOUNT_PAGES', '{"passwort":"https://id.example"}', 'such as {"password"'],
    ['OIDC_ACCOUNT_PAGES', '{"password":"javascript:alert(1)"}', 'OIDC_ACCOUNT_PAGES'],
    ['OIDC_ISSUER', 'id.example', 'OIDC_ISSUER'],
  ])('say what is wrong with %s=%s', (name, value, sentence) => {
    const provider = { OIDC_ISSUER: 'https://id.example', SMTP_URL: 'smtp://mail.example', [name]: value };
    expect(() => readConfig(provider)).toThrow(StartupError);
    expect(() => readConfig(provider)).toThrow(sentence);
  });

  test('reject settings of an external provider without its issuer, and an audience that ID tokens have', () => {
    const OIDC_CLAIMS = '{"email":"mail"}';
    expect(() => readConfig({ OIDC_CLAIMS })).toThrow('OIDC_CLAIMS is for an identity provider of your own');
    const isOpen = { OIDC_ISSUER: 'https://id.example', OIDC_TOKEN_TYPES: 'JWT', OIDC_CLIENT_ID: 'app' };
    expect(() => readConfig({ ...isOpen, OIDC_AUDIENCE: 'api, app' })).toThrow('must not be OIDC_CLIENT_ID');
    expect(readConfig({ ...isOpen, OIDC_AUDIENCE: 'api, shop' }).oidc.audiences).toEqual(['api', 'shop']);
  });

  test.each([
    { PUBLIC_URL: 'https://photos.example' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7', PUBLIC_URL: 'http://localhost:3000' },
  ])('have no insecure conveniences where others can reach the server: %j', (reached) => {
    expect(() => readConfig(reached)).toThrow(StartupError);
    expect(() => readConfig({ ...reached, OUTBOX: 'off' })).toThrow('SMTP_URL');
    const sending = readConfig({ ...reached, SECRETS_KEY, SMTP_URL: 'smtp://mail.example' });
    expect([sending.hasOutbox, sending.hasDemo]).toEqual([false, false]);
    const showing = readConfig({ ...reached, SECRETS_KEY, OUTBOX: 'on', DEMO: 'on' });
    expect([showing.hasOutbox, showing.hasDemo]).toEqual([true, true]);
    expect(() => readConfig({ ...reached, OUTBOX: 'on' })).toThrow('SECRETS_KEY');
    // Retention reminders that nobody can receive must not count as sent, no matter who keeps the accounts.
    expect(() => readConfig({ ...reached, OIDC_ISSUER: 'https://id.example' })).toThrow('SMTP_URL');
  });

  test.each([{}, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://kiekhof.localhost:3000' }])(
    'have conveniences for trying out where nobody else can: %j',
    (settings) => {
      const config = readConfig(settings);
      expect([config.hasOutbox, config.hasDemo]).toEqual([true, true]);
    },
  );

  test('use the demo shop without a print editor, unless others can reach the server [PRT-10]', () => {
    const isPublic = { PUBLIC_URL: 'https://photos.example', SMTP_URL: 'smtp://mail.example', SECRETS_KEY };
    const of = (env: NodeJS.ProcessEnv) => {
      const { hasDemoShop, editorUrl } = readConfig(env);
      return [hasDemoShop, editorUrl];
    };
    expect(of({})).toEqual([true, '/demo-shop']);
    expect(of({ DEMO_SHOP: 'off' })).toEqual([false, null]);
    expect(of(isPublic)).toEqual([false, null]);
    expect(of({ ...isPublic, DEMO_SHOP: 'on' })).toEqual([true, '/demo-shop']);
    const EDITOR_URL = 'https://editor.example/prints';
    expect(of({ EDITOR_URL, DEMO_SHOP: 'on' })).toEqual([false, EDITOR_URL]);
  });

  test('are all removed for a Keepsake that is tried out beside this one', () => {
    const env = {
      PATH: '/bin',
      DATABASE_URL: 'postgres://db',
      OIDC_ISSUER: 'https://id.example',
      PORT: '80',
    };
    expect(withoutSettings(env)).toEqual({ PATH: '/bin' });
  });
});
