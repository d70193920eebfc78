import { NOAH } from '../customers.ts';
import { type Act, fail, inTurn, press, type Shot } from './shot.ts';

const OPENING = '**/phone/opening';
const CODE = `/phone#${'x'.repeat(64)}`;

/** Opens the import's tab that phones and tablets do not have. */
const openPhoneTab: Act = async (page, texts) => {
  const tab = page.getByRole('tab', { name: texts('import.fromPhone') });
  if ((await tab.count()) === 0) return;
  await tab.click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};

const answerOpening: Act = (page) =>
  page.route(OPENING, (route) =>
    route.fulfill({
      json: {
        transferId: '01900000-0000-7000-8000-000000000000',
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
        target: 'library',
      },
    }),
  );

/** The code on the desktop, and the states of the phone's page. */
export const PHONE_SHOTS: Shot[] = [
  {
    name: 'import-phone',
    customer: NOAH,
    path: '/my-photos/photos',
    act: inTurn(press('library.addPhotos'), openPhoneTab),
  },
  { name: 'phone', customer: null, path: CODE, prepare: answerOpening },
  { name: 'phone-expired', customer: null, path: CODE },
  { name: 'phone-missing', customer: null, path: '/phone' },
  { name: 'phone-unreachable', customer: null, path: CODE, prepare: fail(OPENING) },
];
