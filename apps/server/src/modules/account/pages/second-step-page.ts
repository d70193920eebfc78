import { CODE_DIGITS } from '@keepsake/contracts/account/second-factor';
import { html } from '../../../platform/markup.ts';
import type { Addresses } from './addresses.ts';
import type { Appearance } from './appearance.ts';
import { type Faults, form } from './form.ts';
import { layout } from './layout.ts';

/** What is asked for: a code from an app, or a recovery code. */
export type SecondStepKind = 'code' | 'recovery';

const OTHER = { code: 'recovery', recovery: 'code' } as const;

type Requested = { kind: SecondStepKind; addresses: Addresses; faults?: Faults };

/** The second step of a sign-in; each kind links to the other. */
export function secondStepPage(appearance: Appearance, { kind, addresses, faults }: Requested): string {
  const { t, brand, appOrigin } = appearance;
  const customerCare = new URL(brand.customerCareUrl, appOrigin).href;
  const field = {
    name: 'code',
    label: t(`${kind}.field`),
    type: 'text',
    autocomplete: kind === 'code' ? 'one-time-code' : 'off',
    typing: kind === 'code' ? 'digits' : 'signs',
  } as const;
  return layout(
    appearance,
    t(`${kind}.title`),
    html`<p class="intro">${t(`${kind}.intro`, { brand: brand.name, digits: CODE_DIGITS })}</p>
${form(appearance, { action: addresses[kind], fields: [field], faults, submit: t(`${kind}.submit`) })}
<p class="other"><a href="${addresses[OTHER[kind]]}">${t(`${kind}.other`)}</a>${
      kind === 'recovery' &&
      html`<br>${t('recovery.none')} <a href="${customerCare}">${t('recovery.care')}</a>`
    }</p>`,
  );
}
