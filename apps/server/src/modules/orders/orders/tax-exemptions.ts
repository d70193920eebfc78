import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { isInUnion, territoryOfVatId, type VatTerritory, vatTerritoryOf } from './vat-territories.ts';

type Exempted = {
  /** EN 16931. */
  category: string | undefined | null;
  seller: { vatId: string };
  buyerVatId: string | undefined | null;
  /** Where the goods go; null if unknown, which contradicts nothing. */
  delivery: Pick<PostalAddress, 'country' | 'postalCode'> | null;
};

/**
 * What contradicts that a supply of goods is free of VAT in its seller's country, as the end of a sentence about its category; null
 * if nothing does. K and AE need two member states of the union (Directive 2006/112/EC, articles 138 and 194), G an export out of
 * it (article 146). Whether the goods are taxed rightly otherwise is the shop's own matter.
 */
export function faultOfExemption({ category, seller, buyerVatId, delivery }: Exempted): string | null {
  const from = territoryOfVatId(seller.vatId);
  const to = delivery && vatTerritoryOf(delivery);
  if (category === 'G') return faultOfExport(from, to);
  if (category === 'K' || category === 'AE')
    return (
      faultOfDestination(from, to) ?? faultOfBuyer(from, buyerVatId ? territoryOfVatId(buyerVatId) : null)
    );
  return null;
}

function faultOfExport(from: VatTerritory, to: VatTerritory | null): string | null {
  if (to === null) return null;
  if (to === from) return `is an export, and the goods stay in ${named(from)}`;
  const isWithinKingdom = ['GB', 'XI'].includes(from) && ['GB', 'XI'].includes(to);
  if (isWithinKingdom) return 'is an export, and the goods stay in the United Kingdom';
  if (isInUnion(from) && isInUnion(to))
    return `is an export, and the goods go from ${named(from)} to ${named(to)} within the European Union`;
  return null;
}

function faultOfDestination(from: VatTerritory, to: VatTerritory | null): string | null {
  if (!isInUnion(from))
    return `is for sellers in the European Union, and this one has a VAT ID of ${named(from)}`;
  if (to === null) return null;
  if (to === from) return `is for deliveries to another member state, and the goods stay in ${named(from)}`;
  if (!isInUnion(to))
    return `is for deliveries to another member state, and the goods go to ${named(to)}, where the union's VAT does not apply`;
  return null;
}

function faultOfBuyer(from: VatTerritory, buyer: VatTerritory | null): string | null {
  if (buyer === from) return `needs a buyer of another member state, and its VAT ID is of ${named(buyer)}`;
  if (buyer !== null && !isInUnion(buyer))
    return `needs a buyer with a VAT ID of a member state, and its VAT ID is of ${named(buyer)}`;
  return null;
}

function named(territory: VatTerritory): string {
  if (territory === 'XI') return 'Northern Ireland';
  return territory.endsWith('-')
    ? `a part of ${territory.slice(0, -1)} outside its VAT territory`
    : territory;
}
