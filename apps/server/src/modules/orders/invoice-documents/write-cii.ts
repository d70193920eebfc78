import { decimalAmount } from '@keepsake/contracts/platform/currencies';
import { escapeMarkup } from '@keepsake/contracts/platform/plain-text';
import { VAT_CATEGORIES } from '../orders/index.ts';
import type { IssuedDocument, Part, Party, Taxed, TaxTotal } from './issued-document.ts';
import { invoiceTexts } from './texts.ts';

/** EN 16931 without any national extension. */
const GUIDELINE = 'urn:cen.eu:en16931:2017';
/** UNTDID 1001. */
const TYPE_CODES = { invoice: '380', 'credit-note': '381' } as const;
/** Single items (UN/ECE recommendation 20). */
const ONE_ITEM = 'H87';
/** SEPA transfer, and any other (UNTDID 4461). */
const TRANSFER = { EUR: '58', other: '30' } as const;

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Amounts of a document in its currency. */
type Money = (minorUnits: number) => string;

/** An invoice as a UN/CEFACT Cross Industry Invoice, as used by EN 16931 and Factur-X. The order of the elements matters. */
export function writeCii(document: IssuedDocument): string {
  const xmlns = Object.entries(NAMESPACES).map(([name, uri]) => ` xmlns:${name}="${uri}"`);
  const { kind, number, issuedOn, lines, currency } = document;
  const money: Money = (minorUnits) => decimalAmount(minorUnits, currency);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice${xmlns.join('')}>${el(
    'rsm:ExchangedDocumentContext',
    el('ram:GuidelineSpecifiedDocumentContextParameter', el('ram:ID', text(GUIDELINE))),
  )}${el(
    'rsm:ExchangedDocument',
    el('ram:ID', text(number)),
    el('ram:TypeCode', TYPE_CODES[kind]),
    el('ram:IssueDateTime', date(issuedOn)),
  )}${el(
    'rsm:SupplyChainTradeTransaction',
    ...lines.map((line, at) => lineOf(line, at + 1, money)),
    agreement(document),
    delivery(document),
    settlement(document, money),
  )}</rsm:CrossIndustryInvoice>
`;
}

function lineOf(line: IssuedDocument['lines'][number], place: number, money: Money): string {
  const before = line.net + line.allowances.reduce((sum, { net }) => sum + net, 0);
  return el(
    'ram:IncludedSupplyChainTradeLineItem',
    el('ram:AssociatedDocumentLineDocument', el('ram:LineID', String(place))),
    el(
      'ram:SpecifiedTradeProduct',
      line.article && el('ram:SellerAssignedID', text(line.article)),
      el('ram:Name', text(line.title)),
    ),
    el(
      'ram:SpecifiedLineTradeAgreement',
      el(
        'ram:NetPriceProductTradePrice',
        // The price of the whole quantity: a unit price would have to be rounded.
        el('ram:ChargeAmount', money(before)),
        el(`ram:BasisQuantity unitCode="${ONE_ITEM}"`, String(line.quantity)),
      ),
    ),
    el(
      'ram:SpecifiedLineTradeDelivery',
      el(`ram:BilledQuantity unitCode="${ONE_ITEM}"`, String(line.quantity)),
    ),
    el(
      'ram:SpecifiedLineTradeSettlement',
      el('ram:ApplicableTradeTax', ...taxed(line)),
      ...line.allowances.map(({ reason, net }) =>
        el('ram:SpecifiedTradeAllowanceCharge', ...amountOf({ isCharge: false, reason, net }, money)),
      ),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', el('ram:LineTotalAmount', money(line.net))),
    ),
  );
}

function agreement({ seller, buyer, orderCode }: IssuedDocument): string {
  const { contact, register } = seller;
  return el(
    'ram:ApplicableHeaderTradeAgreement',
    el(
      'ram:SellerTradeParty',
      el('ram:Name', text(seller.seller)),
      el('ram:SpecifiedLegalOrganization', el('ram:ID', text(register.number))),
      el(
        'ram:DefinedTradeContact',
        el('ram:PersonName', text(seller.seller)),
        contact.phone &&
          el('ram:TelephoneUniversalCommunication', el('ram:CompleteNumber', text(contact.phone))),
        el('ram:EmailURIUniversalCommunication', el('ram:URIID', text(contact.email))),
      ),
      address(seller.address),
      el('ram:URIUniversalCommunication', el('ram:URIID schemeID="EM"', text(contact.email))),
      el('ram:SpecifiedTaxRegistration', el('ram:ID schemeID="VA"', text(seller.vatId))),
    ),
    el(
      'ram:BuyerTradeParty',
      el('ram:Name', text(buyer.name)),
      address(buyer.address),
      buyer.vatId && el('ram:SpecifiedTaxRegistration', el('ram:ID schemeID="VA"', text(buyer.vatId))),
    ),
    el('ram:BuyerOrderReferencedDocument', el('ram:IssuerAssignedID', text(orderCode))),
  );
}

function delivery({ delivery: to, deliveredOn }: IssuedDocument): string {
  return el(
    'ram:ApplicableHeaderTradeDelivery',
    to && el('ram:ShipToTradeParty', el('ram:Name', text(to.name)), address(to.address)),
    el('ram:ActualDeliverySupplyChainEvent', el('ram:OccurrenceDateTime', date(deliveredOn))),
  );
}

function settlement(document: IssuedDocument, money: Money): string {
  const { currency, seller, allowances, charges, gross, paid, dueOn, credits, number, lines } = document;
  const isOpen = paid < gross;
  const total = (parts: readonly { net: number }[]) => parts.reduce((sum, { net }) => sum + net, 0);
  return el(
    'ram:ApplicableHeaderTradeSettlement',
    isOpen && el('ram:PaymentReference', text(number)),
    el('ram:InvoiceCurrencyCode', currency),
    isOpen &&
      el(
        'ram:SpecifiedTradeSettlementPaymentMeans',
        el('ram:TypeCode', currency === 'EUR' ? TRANSFER.EUR : TRANSFER.other),
        el('ram:PayeePartyCreditorFinancialAccount', el('ram:IBANID', text(seller.bank.iban))),
        el('ram:PayeeSpecifiedCreditorFinancialInstitution', el('ram:BICID', text(seller.bank.bic))),
      ),
    ...document.taxes.map((one) => taxTotal(one, document, money)),
    ...allowances.map((part) => allowanceOf(part, false, money)),
    ...charges.map((part) => allowanceOf(part, true, money)),
    dueOn && isOpen && el('ram:SpecifiedTradePaymentTerms', el('ram:DueDateDateTime', date(dueOn))),
    el(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      el('ram:LineTotalAmount', money(total(lines))),
      charges.length > 0 && el('ram:ChargeTotalAmount', money(total(charges))),
      allowances.length > 0 && el('ram:AllowanceTotalAmount', money(total(allowances))),
      el('ram:TaxBasisTotalAmount', money(document.net)),
      el(`ram:TaxTotalAmount currencyID="${currency}"`, money(document.tax)),
      el('ram:GrandTotalAmount', money(gross)),
      el('ram:TotalPrepaidAmount', money(paid)),
      el('ram:DuePayableAmount', money(gross - paid)),
    ),
    credits &&
      el(
        'ram:InvoiceReferencedDocument',
        el('ram:IssuerAssignedID', text(credits.number)),
        el('ram:FormattedIssueDateTime', date(credits.issuedOn, 'qdt')),
      ),
  );
}

function taxTotal({ net, tax, ...rest }: TaxTotal, { locale }: IssuedDocument, money: Money): string {
  const code = VAT_CATEGORIES[rest.category].reason;
  const reason = code && invoiceTexts(locale)(`free.${rest.category as 'AE' | 'K' | 'G'}`);
  return el(
    'ram:ApplicableTradeTax',
    el('ram:CalculatedAmount', money(tax)),
    el('ram:TypeCode', 'VAT'),
    reason && el('ram:ExemptionReason', text(reason)),
    el('ram:BasisAmount', money(net)),
    el('ram:CategoryCode', rest.category),
    code && el('ram:ExemptionReasonCode', code),
    el('ram:RateApplicablePercent', percent(rest.rate)),
  );
}

const allowanceOf = (part: Part, isCharge: boolean, money: Money): string =>
  el(
    'ram:SpecifiedTradeAllowanceCharge',
    ...amountOf({ ...part, isCharge }, money),
    el('ram:CategoryTradeTax', ...taxed(part)),
  );

type Amount = { isCharge: boolean; reason: string; net: number };
const amountOf = ({ isCharge, reason, net }: Amount, money: Money) => [
  el('ram:ChargeIndicator', el('udt:Indicator', String(isCharge))),
  el('ram:ActualAmount', money(net)),
  el('ram:Reason', text(reason)),
];

const taxed = ({ category, rate }: Taxed) => [
  el('ram:TypeCode', 'VAT'),
  el('ram:CategoryCode', category),
  el('ram:RateApplicablePercent', percent(rate)),
];

function address({
  streetName,
  streetNumber,
  addressLine,
  postalCode,
  city,
  region,
  country,
}: Party['address']) {
  return el(
    'ram:PostalTradeAddress',
    postalCode && el('ram:PostcodeCode', text(postalCode)),
    el('ram:LineOne', text([streetName, streetNumber].filter(Boolean).join(' '))),
    addressLine && el('ram:LineTwo', text(addressLine)),
    el('ram:CityName', text(city)),
    el('ram:CountryID', country),
    region && el('ram:CountrySubDivisionName', text(region)),
  );
}

const date = (day: string, type: 'udt' | 'qdt' = 'udt') =>
  el(`${type}:DateTimeString format="102"`, day.replaceAll('-', ''));
const percent = (rate: number) => String(rate / 100);

/** An element; `opening` may contain attributes. Absent children are left out. */
function el(opening: string, ...children: (string | false | null | undefined)[]): string {
  return `<${opening}>${children.filter(Boolean).join('')}</${opening.split(' ')[0]}>`;
}

/** Escapes user-written text and removes characters that XML cannot contain. */
const text = (value: string) => escapeMarkup(value.replace(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, ''));
