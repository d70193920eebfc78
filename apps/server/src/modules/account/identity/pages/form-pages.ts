import { html } from '../../../../platform/markup.ts';
import { TOKEN_PARAMETER } from '../../mailed-links/index.ts';
import { PASSWORD_LIMITS } from '../password-rules.ts';
import type { TextKey } from '../texts.ts';
import type { Addresses } from './addresses.ts';
import type { Appearance } from './appearance.ts';
import { type Faults, type Field, form } from './form.ts';
import { layout } from './layout.ts';

type Filled = { addresses: Addresses; values?: Record<string, string>; faults?: Faults };

export function signInPage(appearance: Appearance, { addresses, values = {}, faults }: Filled): string {
  const { t, brand } = appearance;
  const fields: Field[] = [
    emailField(appearance, values.email),
    { name: 'password', label: t('field.password'), type: 'password', autocomplete: 'current-password' },
  ];
  const aside = html`<p class="aside"><a href="${addresses.forgotten}">${t('signIn.forgotten')}</a></p>`;
  return layout(
    appearance,
    t('signIn.title'),
    html`<p class="intro">${t('signIn.intro', { brand: brand.name })}</p>
${form(appearance, { action: addresses.signIn, submit: t('signIn.submit'), fields, faults, aside })}
<p class="other">${t('signIn.noAccount')} <a href="${addresses.register}">${t('signIn.register')}</a></p>`,
  );
}

export function registerPage(appearance: Appearance, { addresses, values = {}, faults }: Filled): string {
  const { t, brand } = appearance;
  const fields = [
    nameField(appearance, values.name),
    emailField(appearance, values.email),
    newPasswordField(appearance, 'field.password'),
  ];
  return layout(
    appearance,
    t('register.title'),
    html`<p class="intro">${t('register.intro', { brand: brand.name })}</p>
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

/** What the page of a mailed link asks for before its button. */
export type Question = 'name' | 'password' | 'newPassword';

type LinkForm = {
  action: string;
  token: string;
  email: string;
  /** Texts of the title, of the introduction, which may name the e-mail address, and of the button. */
  title: TextKey;
  intro: TextKey;
  submit: TextKey;
  asks: readonly Question[];
  name?: string;
  faults?: Faults;
};

/** The page of a mailed link. Opening it changes nothing, because mail scanners open links too; its button does. */
export function linkPage(appearance: Appearance, { email, name, asks, ...page }: LinkForm): string {
  const { t } = appearance;
  const fields = asks.map((question) =>
    question === 'name'
      ? nameField(appearance, name)
      : newPasswordField(appearance, question === 'password' ? 'field.password' : 'field.newPassword'),
  );
  const { action, faults } = page;
  const hidden = { [TOKEN_PARAMETER]: page.token };
  const aside = fields.some(({ type }) => type === 'password') ? usernameTwin(email) : undefined;
  return layout(
    appearance,
    t(page.title),
    html`<p class="intro">${t(page.intro, { email })}</p>
${form(appearance, { action, submit: t(page.submit), fields, hidden, faults, aside })}`,
  );
}

/** The address in a hidden username field lets password managers store a new password for the right account. */
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
