import { inflateSync } from 'node:zlib';
import { minorUnitsOf } from '@keepsake/contracts/platform/currencies';
import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';
import { ISSUED_CATEGORIES } from '../orders/index.ts';

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'ApplicableTradeTax',
});

const dated = z.object({ DateTimeString: z.string().regex(/^\d{8}$/) });
const header = z.object({
  ApplicableHeaderTradeAgreement: z.object({
    BuyerOrderReferencedDocument: z.object({ IssuerAssignedID: z.string() }),
  }),
  ApplicableHeaderTradeSettlement: z.object({
    InvoiceCurrencyCode: z.string(),
    ApplicableTradeTax: z.array(
      z.object({
        CalculatedAmount: z.string(),
        BasisAmount: z.string(),
        CategoryCode: z.enum(ISSUED_CATEGORIES),
        RateApplicablePercent: z.string(),
      }),
    ),
    SpecifiedTradePaymentTerms: z.object({ DueDateDateTime: dated }).optional(),
    SpecifiedTradeSettlementHeaderMonetarySummation: z.object({
      TaxBasisTotalAmount: z.string(),
      TaxTotalAmount: z.string(),
      GrandTotalAmount: z.string(),
      DuePayableAmount: z.string(),
    }),
    InvoiceReferencedDocument: z.object({ IssuerAssignedID: z.string() }).optional(),
  }),
});
const invoice = z.object({
  CrossIndustryInvoice: z.object({
    ExchangedDocument: z.object({ ID: z.string(), TypeCode: z.enum(['380', '381']), IssueDateTime: dated }),
    SupplyChainTradeTransaction: header,
  }),
});

/** The facts of an issued document, as its XML has them; amounts in minor units, rates in per cent. */
export function readCii(xml: string) {
  const { ExchangedDocument: document, SupplyChainTradeTransaction: trade } = invoice.parse(
    parser.parse(xml),
  ).CrossIndustryInvoice;
  const settlement = trade.ApplicableHeaderTradeSettlement;
  const sums = settlement.SpecifiedTradeSettlementHeaderMonetarySummation;
  const currency = settlement.InvoiceCurrencyCode;
  const money = (amount: string) => minorUnitsOf(amount, currency);
  const dueOn = settlement.SpecifiedTradePaymentTerms?.DueDateDateTime;
  const credits = settlement.InvoiceReferencedDocument?.IssuerAssignedID;
  return {
    kind: document.TypeCode === '381' ? ('credit-note' as const) : ('invoice' as const),
    number: document.ID,
    issuedOn: dayOf(document.IssueDateTime),
    ...(dueOn && { dueOn: dayOf(dueOn) }),
    ...(credits && { credits }),
    orderCode: trade.ApplicableHeaderTradeAgreement.BuyerOrderReferencedDocument.IssuerAssignedID,
    currency,
    net: money(sums.TaxBasisTotalAmount),
    tax: money(sums.TaxTotalAmount),
    gross: money(sums.GrandTotalAmount),
    taxes: settlement.ApplicableTradeTax.map((one) => ({
      category: one.CategoryCode,
      rate: Number(one.RateApplicablePercent),
      net: money(one.BasisAmount),
      tax: money(one.CalculatedAmount),
    })),
    isPaid: money(sums.DuePayableAmount) === 0,
  };
}
export type IssuedFields = ReturnType<typeof readCii>;

const dayOf = ({ DateTimeString: day }: z.infer<typeof dated>) =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

/** The XML attached to a pdf that was issued here; null if there is none. */
export function xmlInPdf(pdf: Buffer): string | null {
  const dictionary = pdf.indexOf('/EmbeddedFile');
  const begin = dictionary < 0 ? -1 : pdf.indexOf('stream\n', dictionary);
  const end = begin < 0 ? -1 : pdf.indexOf('\nendstream', begin);
  if (end < 0) return null;
  const content = pdf.subarray(begin + 'stream\n'.length, end);
  const isCompressed = pdf.subarray(dictionary, begin).includes('/FlateDecode');
  return (isCompressed ? inflateSync(content) : content).toString();
}
