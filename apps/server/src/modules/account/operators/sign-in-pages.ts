import { CODE_DIGITS } from '@keepsake/contracts/account/second-factor';
import { encodeQR } from 'qr';
import { html } from '../../../platform/markup.ts';
import { type Appearance, type Faults, type Field, form, layout } from '../pages/index.ts';
import { ADDRESSES } from './appearance.ts';

export function signInPage(
  appearance: Appearance,
  { email, faults }: { email: string; faults?: Faults },
): string {
  const { t, brand } = appearance;
  const fields: Field[] = [
    { name: 'email', label: t('field.email'), type: 'email', autocomplete: 'username', value: email },
    { name: 'password', label: t('field.password'), type: 'password', autocomplete: 'current-password' },
  ];
  return layout(
    appearance,
    t('operator.title'),
    html`<p class="intro">${t('operator.intro', { brand: brand.name })}</p>
${form(appearance, { action: ADDRESSES.signIn, fields, faults, submit: t('signIn.submit') })}`,
    { isForOperators: true },
  );
}

const codeField = ({ t }: Appearance): Field => ({
  name: 'code',
  label: t('code.field'),
  type: 'text',
  autocomplete: 'one-time-code',
  typing: 'digits',
});

/** Asks for the code of an app; an operator who has lost it needs a command. */
export function codePage(appearance: Appearance, faults?: Faults): string {
  const { t } = appearance;
  return layout(
    appearance,
    t('code.title'),
    html`<p class="intro">${t('operator.codeIntro', { digits: CODE_DIGITS })}</p>
${form(appearance, { action: ADDRESSES.code, fields: [codeField(appearance)], faults, submit: t('code.submit') })}
<p class="other">${t('operator.codeLost')}</p>`,
    { isForOperators: true },
  );
}

type SetUp = { secret: string; address: string; faults?: Faults };

/** Shows the secret for an authenticator app, as a QR code and in letters. */
export function setUpPage(appearance: Appearance, { secret, address, faults }: SetUp): string {
  const { t } = appearance;
  return layout(
    appearance,
    t('operator.setUpTitle'),
    html`<p class="intro">${t('operator.setUpIntro', { digits: CODE_DIGITS })}</p>
<p><img class="qr" src="${pictureOf(address)}" alt="${t('operator.qr')}" width="200" height="200"></p>
<p>${t('operator.key')}<br><code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
${form(appearance, { action: ADDRESSES.setUp, fields: [codeField(appearance)], faults, submit: t('operator.setUp') })}`,
    { isForOperators: true },
  );
}

/** Dark on white in either scheme: many readers fail on light on dark. The pages allow data: images, and no inline styles. */
const pictureOf = (text: string): string =>
  encodeQR(text, 'data-url', { ecc: 'medium', border: 4, scale: 6 });
