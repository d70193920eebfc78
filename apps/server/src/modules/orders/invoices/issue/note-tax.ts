import { taxIn, WHOLE } from '@keepsake/contracts/orders/included-tax';
import { minorUnitsOf } from '@keepsake/contracts/platform/currencies';

/** A tax rounded up or down is off by less. */
const WHOLE_UNIT = 1;
/** What is left may be off by less: then whatever is credited of it next can be rounded so that its own rest is not off by more. */
const REST_OFF = 0.75;

type Credited = {
  /** What is credited at one rate, with tax; in minor units. */
  gross: number;
  /** In hundredths of a per cent. */
  rate: number;
  currency: string;
};

/**
 * The tax of an amount that is credited: that of its rate, if what is left of the invoice can still be stated after it; else that of its
 * rate rounded the other way. The last note takes the rest, so that all notes add up to their invoice. Only who is paid back in single
 * cents gets one that is all tax.
 */
export function taxOfNote({ gross, rate, currency }: Credited, left: { net: number; tax: number }): number {
  const own = taxIn(gross, rate);
  // Neither more net nor more tax than is left.
  const [least, most] = [Math.max(0, gross - left.net), Math.min(gross, left.tax)];
  const choices = [own, own - 1, own + 1].filter((tax) => tax >= least && tax <= most);
  const rest = left.net + left.tax - gross;
  const isStated = (tax: number) => isTaxOf({ tax, gross, rate }, WHOLE_UNIT);
  const leaves = (tax: number) =>
    isStated(tax) && isTaxOf({ tax: left.tax - tax, gross: rest, rate }, REST_OFF);
  const chosen = choices.find(leaves) ?? choices.find(isStated);
  if (chosen !== undefined) return chosen;
  // Notes of earlier releases may have left what no note can state: then by as much as the official rules allow.
  const off = Math.max(1, minorUnitsOf('1', currency) / 2 - 1);
  const nearest = Math.min(Math.max(own, least), Math.max(least, most));
  return Math.min(Math.max(nearest, own - off, 0), own + off, gross);
}

/** Whether that is an amount's tax, to less than so much of a minor unit, and not all of it. */
function isTaxOf({ tax, gross, rate }: { tax: number; gross: number; rate: number }, off: number): boolean {
  if (gross === 0) return tax === 0;
  return tax < gross && Math.abs(gross * rate - tax * (WHOLE + rate)) < off * (WHOLE + rate);
}
