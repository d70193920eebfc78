import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import classes from './order-invoices.module.css';
import { orderInvoicesQuery } from './queries.ts';

/** Links to an order's invoices and credit notes; renders nothing if there are none. */
export function OrderInvoices({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(orderInvoicesQuery(orderCode));
  const all = data.flatMap(({ creditNotes, ...invoice }) => [invoice, ...creditNotes]);
  if (all.length === 0) return null;
  return (
    <ul className={classes.invoices}>
      {all.map(({ id, kind, number, pdfUrl }) => {
        const name = t(kind === 'invoice' ? 'invoices.named' : 'invoices.creditNoteNamed', { number });
        return (
          <li key={id}>
            {pdfUrl ? (
              <a className={classes.invoice} href={pdfUrl} target="_blank" rel="noopener">
                <DownloadIcon size={18} />
                {name}
              </a>
            ) : (
              <Link className={classes.invoice} to="/invoices" search={{ number }}>
                {name}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
