import { type Invoice, MAX_CHOSEN_INVOICES } from '@keepsake/contracts/orders/invoices';
import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedList } from '#/shared/paged-list.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { InvoicesSkeleton, InvoiceTable } from './invoice-table.tsx';
import classes from './invoices-page.module.css';
import { type InvoiceFilter, invoicesQuery, useSaveInvoices } from './queries.ts';
import '@mantine/core/styles/Input.layer.css';
import { Select } from '#/shared/ui/select.tsx';

type Props = {
  filter: InvoiceFilter;
  onFilter: (filter: InvoiceFilter) => void;
};

/** A business customer's invoices, to read, find and download [RTE-22, INV-04]. */
export function InvoicesPage({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(invoicesQuery(filter));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choices = list.data?.pages[0];
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const change = (changed: InvoiceFilter) => {
    setChosen(new Set());
    onFilter(changed);
  };
  const toggle = (ids: readonly string[], isChosen: boolean) =>
    setChosen(isChosen ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids)));
  return (
    <Page title={t('invoices.title')}>
      {(isNarrowed || (choices && choices.items.length > 0)) && (
        <InvoiceFilters filter={filter} choices={choices} onFilter={change} />
      )}
      <PagedList list={list} failed={t('invoices.failed')}>
        {(pages) => {
          if (!pages) return <InvoicesSkeleton />;
          const invoices = pages.flatMap(({ items }) => items);
          if (invoices.length === 0)
            return isNarrowed ? <NothingFound onAll={() => change({})} /> : <NoInvoices />;
          return (
            <>
              <SaveBar
                filter={filter}
                invoices={invoices}
                chosen={chosen}
                onNone={() => setChosen(new Set())}
              />
              <InvoiceTable invoices={invoices} chosen={chosen} onToggle={toggle} />
            </>
          );
        }}
      </PagedList>
    </Page>
  );
}

function NoInvoices() {
  const { t } = useTranslation();
  const toOrders = (
    <Button renderRoot={(props) => <Link to="/orders" {...props} />}>{t('shell.orders')}</Button>
  );
  return <EmptyState action={toOrders}>{t('invoices.empty')}</EmptyState>;
}

function NothingFound({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState action={<Button onClick={onAll}>{t('invoices.all')}</Button>}>
      {t('invoices.none')}
    </EmptyState>
  );
}

type SaveProps = {
  filter: InvoiceFilter;
  invoices: readonly Invoice[];
  chosen: ReadonlySet<string>;
  onNone: () => void;
};

/** Downloads the selected invoices, or all of the filtered year and brand. */
function SaveBar({ filter, invoices, chosen, onNone }: SaveProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useSaveInvoices();
  const isTooMany = chosen.size > MAX_CHOSEN_INVOICES;
  const hasPdf = invoices.some((one) => [one, ...one.creditNotes].some(({ pdfUrl }) => pdfUrl !== null));
  if (!hasPdf) return null;
  const label = chosen.size > 0 ? t('invoices.saveChosen', { count: chosen.size }) : wordsOf(filter);
  return (
    <div className={classes.saving}>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={isPending}
        disabled={isTooMany}
        onClick={() => mutate(chosen.size > 0 ? { ids: [...chosen] } : filter)}
      >
        {label}
      </Button>
      {chosen.size > 0 && (
        <Button variant="subtle" onClick={onNone}>
          {t('invoices.chooseNone')}
        </Button>
      )}
      <p className={classes.hint} role="status">
        {isTooMany && t('invoices.tooMany', { count: MAX_CHOSEN_INVOICES })}
      </p>
    </div>
  );

  function wordsOf({ year }: InvoiceFilter): string {
    return year === undefined ? t('invoices.saveAll') : t('invoices.saveYear', { year: String(year) });
  }
}

type FilterProps = {
  filter: InvoiceFilter;
  /** Available filter values; undefined while loading. */
  choices: { years: readonly number[]; channels: readonly { id: string; name: string }[] } | undefined;
  onFilter: (filter: InvoiceFilter) => void;
};

/** Delay between the last keystroke and the search, in milliseconds. */
const PAUSE_MS = 300;

/** Filters by year, by brand if there are several, and by part of the number. */
function InvoiceFilters({ filter, choices, onFilter }: FilterProps) {
  const { t } = useTranslation();
  const years = union(choices?.years ?? [], filter.year);
  const brands = choices?.channels ?? [];
  return (
    <div className={classes.filters}>
      <Select
        label={t('invoices.year')}
        value={String(filter.year ?? '')}
        choices={[
          { value: '', label: t('invoices.allYears') },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        onChange={(year) => onFilter({ ...filter, year: year === '' ? undefined : Number(year) })}
      />
      {brands.length > 1 && (
        <Select
          label={t('invoices.brand')}
          value={filter.channel ?? ''}
          choices={[
            { value: '', label: t('invoices.allBrands') },
            ...brands.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(channel) => onFilter({ ...filter, channel: channel === '' ? undefined : channel })}
        />
      )}
      <NumberSearch
        value={filter.number ?? ''}
        onSearch={(number) => onFilter({ ...filter, number: number === '' ? undefined : number })}
      />
    </div>
  );
}

/** The available values, plus the current one if it is not among them. */
function union<Value>(existing: readonly Value[], chosen: Value | undefined): Value[] {
  return chosen === undefined || existing.includes(chosen) ? [...existing] : [...existing, chosen];
}

type SearchProps = { value: string; onSearch: (value: string) => void };

function NumberSearch({ value, onSearch }: SearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [requested, setRequested] = useState(value);
  // 'Show all' and the browser's Back change the filter from outside.
  if (requested !== value) {
    setRequested(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={t('invoices.search')}
      placeholder={t('invoices.search')}
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
