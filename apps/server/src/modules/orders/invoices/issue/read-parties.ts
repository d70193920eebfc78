import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { InvoiceRef } from '../store.ts';
import { NotIssuable } from './compose-document.ts';
import type { InvoicedOrder } from './read-order.ts';

const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false });

const party = z.object({
  Name: z.string(),
  PostalTradeAddress: z.object({
    PostcodeCode: z.string().optional(),
    LineOne: z.string(),
    LineTwo: z.string().optional(),
    CityName: z.string(),
    CountryID: z.string(),
    CountrySubDivisionName: z.string().optional(),
  }),
  SpecifiedTaxRegistration: z.object({ ID: z.string() }).optional(),
});
const invoice = z.object({
  CrossIndustryInvoice: z.object({
    SupplyChainTradeTransaction: z.object({
      ApplicableHeaderTradeAgreement: z.object({ BuyerTradeParty: party }),
      ApplicableHeaderTradeDelivery: z.object({ ShipToTradeParty: party.optional() }),
    }),
  }),
});

/**
 * An order whose person was erased, with the buyer and the place that its invoice states: the law keeps both there, and wants the same
 * buyer on each of its credit notes.
 */
export async function withStoredParties(
  db: Queryable,
  { customerId, invoiceId }: InvoiceRef,
  order: InvoicedOrder,
): Promise<InvoicedOrder> {
  const row = await db
    .selectFrom('structured_invoices')
    .select('xml')
    .where('user_id', '=', customerId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (!row)
    throw new NotIssuable('Its customer was erased, and its invoice has no XML that says who it was.');
  return { ...order, ...partiesOf(row.xml) };
}

/** Buyer and place of delivery of an issued document, by its XML. */
function partiesOf(xml: string) {
  const trade = invoice.parse(parser.parse(xml)).CrossIndustryInvoice.SupplyChainTradeTransaction;
  const { BuyerTradeParty: buyer } = trade.ApplicableHeaderTradeAgreement;
  const { ShipToTradeParty: place } = trade.ApplicableHeaderTradeDelivery;
  return {
    invoiceAddress: addressOf(buyer),
    deliveryAddress: null,
    placeOfDelivery: place ? addressOf(place) : null,
    buyerVatId: buyer.SpecifiedTaxRegistration?.ID ?? null,
  };
}

function addressOf({ Name: name, PostalTradeAddress: address }: z.infer<typeof party>): PostalAddress {
  return {
    name,
    streetName: address.LineOne,
    ...(address.LineTwo !== undefined && { addressLine: address.LineTwo }),
    ...(address.PostcodeCode !== undefined && { postalCode: address.PostcodeCode }),
    city: address.CityName,
    ...(address.CountrySubDivisionName !== undefined && { region: address.CountrySubDivisionName }),
    country: address.CountryID,
  };
}
