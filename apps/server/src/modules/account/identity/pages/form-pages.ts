import { html } from '../../../../platform/markup.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../accounts/password-rules.ts';
import type { TextKey } from '../texts/texts.ts';
import type { Appearance } from './appearance.ts';
import { type Faults, type Field, form } from './form.ts';
import { layout } from './layout.ts';

/** Addresses of one interaction's pages. */
export type Addresses = Record<
  'signIn' | 'register' | 'forgotten' | 'checkMail' | 'confirm' | 'reset',
  string
>;

type Filled = { addresses: Addresses; values?: Record<string, string>; faults?: Faults };

/** Limits that texts of password rules name. */
export const PASSWORD_LIMITS = { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH };

export function signInPage(appearance: Appearance, { addresses, values = {}, faults }: Filled): string {
  const { t, look } = appearance;
  const fields: Field[] = [
    emailField(appearance, values.email),
    { name: 'password', label: t('field.password'), type: 'password', autocomplete: 'current-password' },
  ];
  const aside = html`<p class="aside"><a href="${addresses.forgotten}">${t('signIn.forgotten')}</a></p>`;
  return layout(
    appearance,
    t('signIn.title'),
    html`<p class="intro">${t('signIn.intro', { brand: look.name })}</p>
${form(appearance, { action: addresses.signIn, submit: t('signIn.submit'), fields, faults, aside })}
<p class="other">${t('signIn.noAccount')} <a href="${addresses.register}">${t('signIn.register')}</a></p>`,
  );
}

export function registerPage(appearance: Appearance, { addresses, values = {}, faults }: Filled): string {
  const { t, look } = appearance;
  const fields = [
    nameField(appearance, values.name),
    emailField(appearance, values.email),
    newPasswordField(appearance, 'field.password'),
  ];
  return layout(
    appearance,
    t('register.title'),
    html`<p class="intro">${t('register.intro', { brand: look.name })}</p>
${form(appearance, { action: addresses.register, submit: t('register.submit'), fields, faults })}
<p class="other">${t('register.hasAccount')} <a href="${addresses.signIn}?sign-in">${t('register.signIn')}</a></p>`,
  );
}

export function forgottenPage(appearance: Appearance, { addresses, values = {}, faults }: Filled): string {
  const { t } = appearance;
  const fields = [emailField(appearance, values.email)];
  return layout(
    appearance,
    t('forgotten.title'),
    html`<p class="intro">${t('forgotten.intro')}</p>
${form(appearance, { action: addresses.forgotten, submit: t('forgotten.submit'), fields, faults })}
<p class="other"><a href="${addresses.signIn}?sign-in">${t('checkMail.back')}</a></p>`,
  );
}

type Mailed = { action: string; email: string; token: string; faults?: Faults };

/** Opened from a mail; opening it spends nothing, since mail scanners open links too. */
export function confirmPage(appearance: Appearance, { action, email, token }: Mailed): string {
  const { t } = appearance;
  const hidden = { 'confirmation-token': token };
  return layout(
    appearance,
    t('confirm.title'),
    html`<p class="intro">${t('confirm.intro', { email })}</p>
${form(appearance, { action, submit: t('confirm.submit'), fields: [], hidden })}`,
  );
}

/** The same in a browser that did not register: who opens the mail says who they are and chooses the password. */
export function choosePasswordPage(
  appearance: Appearance,
  { action, email, token, name, faults }: Mailed & { name: string },
): string {
  const { t } = appearance;
  const hidden = { 'confirmation-token': token };
  const fields = [nameField(appearance, name), newPasswordField(appearance, 'field.password')];
  return layout(
    appearance,
    t('confirm.title'),
    html`<p class="intro">${t('confirm.choose', { email })}</p>
${form(appearance, { action, submit: t('register.submit'), fields, hidden, faults, aside: usernameTwin(email) })}`,
  );
}

export function resetPage(appearance: Appearance, { action, email, token, faults }: Mailed): string {
  const { t } = appearance;
  const hidden = { 'confirmation-token': token };
  const fields = [newPasswordField(appearance, 'field.newPassword')];
  return layout(
    appearance,
    t('reset.title'),
    html`<p class="intro">${t('reset.intro', { email })}</p>
${form(appearance, { action, submit: t('reset.submit'), fields, hidden, faults, aside: usernameTwin(email) })}`,
  );
}

/** The address in a hidden username field lets password managers file a new password under the right account. */
function usernameTwin(email: string) {
  return html`<input class="twin" type="text" autocomplete="username" value="${email}" tabindex="-1" aria-hidden="true" readonly>`;
}

function emailField({ t }: Appearance, value: string | undefined): Field {
  return { name: 'email', label: t('field.email'), type: 'email', autocomplete: 'username', value };
}

function nameField({ t }: Appearance, value: string | undefined): Field {
  return { name: 'name', label: t('field.name'), type: 'text', autocomplete: 'name', value };
}

function newPasswordField({ t }: Appearance, label: TextKey): Field {
  const hint = t('field.passwordRule', PASSWORD_LIMITS);
  return { name: 'password', label: t(label), type: 'password', autocomplete: 'new-password', hint };
}
