import { getOverview, type OverviewPartName, type OverviewValue, type ResponseOf } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { ApiProblem } from './api/api-problem.ts';
import { call } from './api/call.ts';
import type { QueryTag } from './api/query-tags.ts';
import { pause } from './api/retry.ts';
import classes from './overview.module.css';
import type { PushKind } from './push.ts';

/** A part of the overview. Features offer what it shows, `routes/-overview.tsx` lists it. */
export type OverviewPart = Readonly<{
  name: OverviewPartName;
  query: ReturnType<typeof partQuery>;
  /** Key of what is said when it could not be loaded. */
  failed: string;
  /** It tells nothing of what a customer has here to make something of: ways to begin still stand below it. */
  isBesideWays?: true;
  /** What makes the server's answer another one. */
  refreshedBy: readonly PushKind[];
  /** Draws what the server told; it is not called for a part that has nothing to tell. */
  render(value: unknown): ReactNode;
}>;

type Described<Name extends OverviewPartName> = Omit<OverviewPart, 'name' | 'query' | 'render'> & {
  /** What the part is about: changes to it ask for the part again. */
  tag: QueryTag;
  render(value: OverviewValue<Name>): ReactNode;
};

export function overviewPart<Name extends OverviewPartName>(
  name: Name,
  { tag, render, ...described }: Described<Name>,
): OverviewPart {
  return { ...described, name, query: partQuery(name, tag), render: render as OverviewPart['render'] };
}

const partQuery = (name: OverviewPartName, tag: QueryTag) =>
  queryOptions({
    queryKey: [tag, 'overview'],
    meta: { action: 'LOAD_OVERVIEW' },
    staleTime: 0,
    queryFn: () => loadPart(name),
  });

/** Null when the part has nothing to tell, or this installation has no such part. */
async function loadPart(name: OverviewPartName): Promise<unknown> {
  const part = (await askTogether(name))[name];
  if (part?.status !== 'failed') return part?.value ?? null;
  const { correlationId } = part;
  throw new ApiProblem({ status: 200, url: '', code: 'part-failed', correlationId, endpoint: 'getOverview' });
}

type Call = { parts: Set<OverviewPartName>; answer: Promise<ResponseOf<typeof getOverview>> };

/** The call that still takes parts. */
let waiting: Call | null = null;

/** Parts that are asked for at the same moment, as all are by the page when it opens, come in one answer. */
function askTogether(name: OverviewPartName): Call['answer'] {
  waiting ??= { parts: new Set(), answer: pause(0).then(send) };
  waiting.parts.add(name);
  return waiting.answer;
}

function send(): Call['answer'] {
  const parts = [...(waiting?.parts ?? [])].join(',');
  waiting = null;
  return call(getOverview, { query: { parts } });
}

type SectionProps = {
  title: string;
  /** Beside the title, as how many there are. */
  note?: string;
  /** The page with all of it. */
  more?: { to: LinkProps['to']; label: string };
  action?: ReactNode;
  children: ReactNode;
};

/** The frame of a part: its heading, the way to all of it, and its contents. */
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
