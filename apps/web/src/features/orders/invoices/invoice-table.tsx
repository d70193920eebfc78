import type { Invoice, InvoiceFields } from '@keepsake/contracts/orders/invoices';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { Anchor, Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, useLocale } from '#/shared/format.ts';
import classes from './invoice-table.module.css';

type Props = {
  invoices: readonly Invoice[];
  chosen: ReadonlySet<string>;
  onToggle: (ids: readonly string[], isChosen: boolean) => void;
};

/** A table if there is room, otherwise cards; credit notes follow the invoice they credit. */
export function InvoiceTable({ invoices, chosen, onToggle }: Props) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.choice}>
            <ChooseAll invoices={invoices} chosen={chosen} onToggle={onToggle} />
          </th>
          <th scope="col">{t('invoices.number')}</th>
          <th scope="col">{t('invoices.date')}</th>
          <th scope="col">{t('invoices.order')}</th>
          {AMOUNTS.map((name) => (
            <th key={name} scope="col" className={classes.amount}>
              {t(`invoices.${name}`)}
            </th>
          ))}
          <th scope="col">{t('invoices.stateOf')}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.flatMap(({ creditNotes, ...invoice }) =>
          [invoice, ...creditNotes].map((one) => (
            <InvoiceRow
              key={one.id}
              invoice={one}
              isBelow={one !== invoice}
              isChosen={chosen.has(one.id)}
              onToggle={(isChosen) => onToggle([one.id], isChosen)}
            />
          )),
        )}
      </tbody>
    </table>
  );
}

const AMOUNTS = ['net', 'tax', 'gross'] as const;

/** Chooses all invoices that have a document. */
function ChooseAll({ invoices, chosen, onToggle }: Props) {
  const { t } = useTranslation();
  const all = invoices.flatMap(({ creditNotes, ...invoice }) => [invoice, ...creditNotes]);
  const ids = all.filter(({ pdfUrl }) => pdfUrl !== null).map(({ id }) => id);
  const chosenCount = ids.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      className={classes.box}
      label={<VisuallyHidden>{t('invoices.chooseAll')}</VisuallyHidden>}
      checked={ids.length > 0 && chosenCount === ids.length}
      indeterminate={chosenCount > 0 && chosenCount < ids.length}
      disabled={ids.length === 0}
      onChange={(event) => onToggle(ids, event.currentTarget.checked)}
    />
  );
}

type RowProps = {
  invoice: InvoiceFields;
  /** A credit note below its invoice. */
  isBelow: boolean;
  isChosen: boolean;
  onToggle: (isChosen: boolean) => void;
};

function InvoiceRow({ invoice, isBelow, isChosen, onToggle }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const stateOf = useInvoiceState();
  const { number, issuedOn, orderCodes, state, pdfUrl } = invoice;
  return (
    <tr data-below={isBelow || undefined}>
      <td className={classes.choice}>
        <Checkbox
          className={classes.box}
          label={<VisuallyHidden>{t('invoices.choose', { number })}</VisuallyHidden>}
          checked={isChosen}
          disabled={pdfUrl === null}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
      </td>
      <th scope="row" className={classes.number}>
        <InvoiceName invoice={invoice} isBelow={isBelow} />
      </th>
      <Cell name={t('invoices.date')}>
        <time dateTime={issuedOn}>{formatDay(issuedOn, locale)}</time>
      </Cell>
      <Cell name={t('invoices.order')} isEmpty={orderCodes.length === 0}>
        {orderCodes.map((orderCode) => (
          <OrderLink key={orderCode} orderCode={orderCode} />
        ))}
      </Cell>
      <Amounts invoice={invoice} />
      <Cell name={t('invoices.stateOf')}>
        <span className={classes.state} data-state={state}>
          {stateOf(invoice)}
        </span>
      </Cell>
    </tr>
  );
}

function OrderLink({ orderCode }: { orderCode: string }) {
  return (
    <Anchor
      className={classes.order}
      renderRoot={(props) => <Link to="/orders/$orderCode" params={{ orderCode }} {...props} />}
    >
      {orderCode}
    </Anchor>
  );
}

function Amounts({ invoice }: { invoice: InvoiceFields }) {
  const { t } = useTranslation();
  const locale = useLocale();
  // Credit notes are shown as negative amounts.
  const sign = invoice.kind === 'credit-note' ? -1 : 1;
  return AMOUNTS.map((name) => {
    const price = formatPrice(sign * invoice[name], invoice.currency, locale);
    return (
      <Cell key={name} name={t(`invoices.${name}`)} isAmount>
        {name === 'gross' ? <strong>{price}</strong> : price}
      </Cell>
    );
  });
}

/** The number, which opens the document; also names the credited invoice, unless listed below it. */
function InvoiceName({ invoice, isBelow }: { invoice: InvoiceFields; isBelow: boolean }) {
  const { t } = useTranslation();
  const { number, kind, credits, pdfUrl } = invoice;
  return (
    <>
      {pdfUrl ? (
        <Anchor href={pdfUrl} target="_blank" rel="noopener" aria-label={t('invoices.open', { number })}>
          {number}
        </Anchor>
      ) : (
        number
      )}
      {kind === 'credit-note' && (
        <span className={classes.note}>
          {isBelow || credits === null
            ? t('invoices.creditNote')
            : t('invoices.creditNoteFor', { number: credits })}
        </span>
      )}
      {!pdfUrl && <span className={classes.note}>{t('invoices.pdfFollows')}</span>}
    </>
  );
}

type CellProps = { name: string; isAmount?: boolean; isEmpty?: boolean; children: ReactNode };

/** A cell; on a card it is preceded by its column's name. */
function Cell({ name, isAmount = false, isEmpty = false, children }: CellProps) {
  return (
    <td className={isAmount ? classes.amount : undefined} data-empty={isEmpty || undefined}>
      <span className={classes.column} aria-hidden="true">
        {name}
      </span>
      <span>{children}</span>
    </td>
  );
}

const PLACEHOLDERS = [0, 1, 2, 3, 4, 5];

/** Placeholder for the table. */
export function InvoicesSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      {PLACEHOLDERS.map((place) => (
        <Skeleton key={place} h={20} />
      ))}
    </div>
  );
}

/** The state of an invoice in words, with the due date if it is unpaid. */
function useInvoiceState(): (invoice: InvoiceFields) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ kind, state, dueOn }) => {
    if (kind === 'credit-note' && state !== 'cancelled')
      return t(state === 'paid' ? 'invoices.state.paidBack' : 'invoices.state.toPayBack');
    switch (state) {
      case 'open':
        return dueOn ? t('invoices.state.due', { date: formatDay(dueOn, locale) }) : t('invoices.state.open');
      case 'overdue':
        return t('invoices.state.overdue');
      case 'paid':
        return t('invoices.state.paid');
      case 'credited':
        return t('invoices.state.credited');
      case 'cancelled':
        return t('invoices.state.cancelled');
    }
  };
}
