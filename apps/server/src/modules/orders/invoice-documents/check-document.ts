import { sumOf, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import { minorUnitsOf } from '@keepsake/contracts/platform/currencies';
import { isRateOf, VAT_CATEGORIES } from '../orders/index.ts';
import type { IssuedDocument } from './issued-document.ts';

/**
 * The rules of EN 16931 for amounts, and for what each kind of tax must state. Empty for a valid document; a fault is our own
 * mistake, found before anything wrong is stored. Rules by their names there.
 */
export function findFaults(document: IssuedDocument): string[] {
  const { lines, charges, allowances, taxes, net, tax, gross, paid } = document;
  const parts = [...lines, ...charges, ...allowances.map((part) => ({ ...part, net: -part.net }))];
  const faults: string[] = [];
  const require = (isGood: boolean, fault: string) => {
    if (!isGood) faults.push(fault);
  };
  require(lines.length > 0, 'BR-16: it has no line');
  require(document.number !== '' && document.buyer.name !== '', 'BR-02, BR-07: it has no number or buyer');
  require([...lines, ...charges, ...allowances].every(
    (part) => part.net >= 0,
  ), 'BR-27: an amount is below zero');
  require([net, tax, gross, paid, ...parts.map((part) => part.net)].every(
    Number.isSafeInteger,
  ), 'BR-DEC: an amount is not a whole number of cents');
  require(sumOf(parts.map((part) => part.net)) === net, 'BR-CO-13: the parts are not the net amount');
  require(sumOf(taxes.map((part) => part.net)) === net, 'BR-S-08: what is taxed is not the net amount');
  require(sumOf(taxes.map((part) => part.tax)) === tax, 'BR-CO-14: the parts are not the tax');
  require(net + tax === gross, 'BR-CO-15: net and tax are not the gross amount');
  require(paid >= 0 && paid <= gross, 'BR-CO-16: more is paid than it says');
  require(paid === gross || document.dueOn !== null, 'BR-CO-25: it does not say when it is due');
  for (const total of taxes) {
    const own = parts.filter((part) => taxKeyOf(part) === taxKeyOf(total));
    require(sumOf(own.map((part) => part.net)) ===
      total.net, `BR-S-08: parts of ${taxKeyOf(total)} are not its sum`);
    // Tax extracted from a price paid may differ by a cent from tax added to the net amount. Credit notes add up to their invoice, so
    // that each may differ by almost two, and one after notes of single cents by what these lack: the official rules allow a unit.
    const tolerated = document.kind === 'invoice' ? 1 : Math.max(2, minorUnitsOf('1', document.currency));
    require(Math.abs((total.net * total.rate) / 10_000 - total.tax) <=
      tolerated, `BR-CO-17: the tax of ${taxKeyOf(total)} is not its rate of its net amount`);
    const { rules, needsBuyer, needsDelivery } = VAT_CATEGORIES[total.category];
    require(isRateOf(total.category, total.rate), `${rules}-05: the rate of ${taxKeyOf(total)}`);
    require(!needsBuyer || document.buyer.vatId !== null, `${rules}-02: its buyer has no VAT id`);
    require(!needsDelivery || document.delivery !== null, `${rules}-12: it says no place of delivery`);
  }
  require(taxes.length === new Set(parts.map(taxKeyOf)).size, 'BR-CO-18: a part has no tax total');
  require((document.kind === 'credit-note') === (document.credits !== null), 'BG-3: what it credits');
  return faults;
}
