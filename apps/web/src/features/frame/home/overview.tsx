import { getOverview, type OverviewValue } from '@keepsake/contracts/overview';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { OVERVIEW_PARTS, type OverviewPartName } from '@keepsake/contracts/platform/start-of-page';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import type { QueryTag } from '#/shared/api/query-tags.ts';
import { pause } from '#/shared/api/retry.ts';
import classes from './overview.module.css';

/** What a feature says about its part of the overview. */
export type DescribedPart<Name extends OverviewPartName> = Readonly<{
  /** Tag of the part's subject: changes to it reload the part. */
  tag: QueryTag;
  /** Text key of the message shown when loading fails. */
  failed: string;
  /** The part does not count as content: when only such parts are shown, suggestions for getting started still follow. */
  isContentless?: true;
  /** Not shown beside this part, nor until it is known: a warning stands without what is pleasant. */
  yieldsTo?: OverviewPartName;
  /** Renders the part's value; not called for an empty part. */
  render(value: OverviewValue<Name>): ReactNode;
}>;

export type OverviewPart = Pick<DescribedPart<never>, 'failed' | 'isContentless' | 'yieldsTo'> & {
  name: OverviewPartName;
  query: ReturnType<typeof partQuery>;
  render(value: unknown): ReactNode;
};

/** All parts in the order in which they stand, which is that of their names in the contract. */
export const listParts = (described: { [Name in OverviewPartName]: DescribedPart<Name> }): OverviewPart[] =>
  OVERVIEW_PARTS.map((name) => {
    const { failed, isContentless, yieldsTo, tag, render } = described[name];
    return {
      name,
      failed,
      isContentless,
      yieldsTo,
      query: partQuery(name, tag),
      render: render as OverviewPart['render'],
    };
  });

/** Drawing the page must not repeat the request that prepared it, in milliseconds. */
const JUST_REQUESTED_MS = 5_000;

const partQuery = (name: OverviewPartName, tag: QueryTag) =>
  queryOptions({
    queryKey: [tag, 'overview', name],
    meta: { action: 'LOAD_OVERVIEW' },
    staleTime: JUST_REQUESTED_MS,
    queryFn: () => loadPart(name),
  });

/** Requests the parts before they are drawn; resolves when all have arrived or failed. */
export async function prepareParts(client: QueryClient, parts: readonly OverviewPart[]): Promise<void> {
  await Promise.all(parts.map(({ query }) => client.prefetchQuery(query)));
}

/** Null when the part is empty or absent from this installation. */
async function loadPart(name: OverviewPartName): Promise<unknown> {
  const part = (await askTogether(name))[name];
  if (part?.status !== 'failed') return part?.value ?? null;
  const { correlationId } = part;
  throw new ApiProblem({ status: 200, url: '', code: 'part-failed', correlationId, endpoint: 'getOverview' });
}

type Call = { parts: Set<OverviewPartName>; answer: Promise<ResponseOf<typeof getOverview>> };

/** The request being assembled, to which parts can still be added. */
let waiting: Call | null = null;

/** Combines parts requested at the same time, as when the page opens, into one call. */
function askTogether(name: OverviewPartName): Call['answer'] {
  waiting ??= { parts: new Set(), answer: pause(0).then(send) };
  waiting.parts.add(name);
  return waiting.answer;
}

function send(): Call['answer'] {
  // In the order that the early request uses.
  const parts = OVERVIEW_PARTS.filter((name) => waiting?.parts.has(name));
  waiting = null;
  return call(getOverview, { query: { parts } });
}

type SectionProps = {
  title: string;
  /** Shown beside the title, such as a count. */
  note?: string;
  /** Link to the full page. */
  more?: { to: LinkProps['to']; label: string };
  action?: ReactNode;
  children: ReactNode;
};

/** Frame of a part: its heading, the link to the full page, and its contents. */
export function OverviewSection({ title, note, more, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note && <p className={classes.note}>{note}</p>}
        {more && (
          <Link to={more.to} className={classes.more}>
            {more.label}
          </Link>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}
