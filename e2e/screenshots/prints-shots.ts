import { ANNA } from '../customers.ts';
import { selectOne } from './library-shots.ts';
import { type Act, inTurn, type Shot, withhold } from './shot.ts';

const PHOTOS = '/my-photos/photos';

const askForPrints: Act = async (page, texts) => {
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: texts('orderPrints.action') })
    .click();
  await page.getByRole('button', { name: texts('selection.back'), exact: true }).waitFor();
};

const handOver: Act = (page) => page.getByRole('toolbar').getByRole('button').last().click();
const toShop = inTurn(selectOne, askForPrints, handOver);

const seeShop: Act = (page) => page.locator('button[type=submit]').waitFor();
const order: Act = async (page) => {
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/ordered/);
};

/** The steps from photos to an order at the demo shop. */
export const PRINTS_SHOTS: Shot[] = [
  { name: 'prints-confirm', customer: ANNA, path: PHOTOS, act: inTurn(selectOne, askForPrints) },
  {
    name: 'prints-overlay',
    customer: ANNA,
    path: PHOTOS,
    prepare: withhold('**/demo-shop?*'),
    act: inTurn(toShop, (page) => page.getByRole('dialog').waitFor()),
  },
  { name: 'demo-shop', customer: ANNA, path: PHOTOS, act: inTurn(toShop, seeShop) },
  { name: 'demo-shop-ordered', customer: ANNA, path: PHOTOS, act: inTurn(toShop, seeShop, order) },
  { name: 'not-printed', customer: ANNA, path: `${PHOTOS}?filter=notPrinted` },
  { name: 'demo-shop-gone', customer: ANNA, path: '/demo-shop' },
];
