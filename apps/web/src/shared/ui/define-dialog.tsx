import { onlineManager } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ComponentType, lazy, Suspense } from 'react';
import { create } from 'zustand';
import { reportFailure } from '../error-reports.ts';
import { savesData } from '../saves-data.ts';
import { whenIdle } from '../when-idle.ts';
import { useLayer } from './layers.ts';
import { closeToast, showToast } from './toasts.tsx';

/** Props that the outlet gives every dialog. A closed dialog stays mounted, so that closing is animated. */
export type DialogProps = { isOpen: boolean; onClose: () => void };

type Shown = {
  Component: ComponentType<DialogProps>;
  props: object;
  isOpen: boolean;
  /** Changes whenever the dialog is to start afresh. */
  opening: number;
};

/** The dialogs opened so far, by name. */
const useDialogs = create<{ shown: ReadonlyMap<string, Shown> }>(() => ({ shown: new Map() }));

const find = (name: string) => useDialogs.getState().shown.get(name);

function put(name: string, shown: Shown): void {
  useDialogs.setState((state) => ({ shown: new Map(state.shown).set(name, shown) }));
}

function close(name: string): void {
  const shown = find(name);
  if (shown) put(name, { ...shown, isOpen: false });
}

function forget(name: string): void {
  useDialogs.setState((state) => {
    const shown = new Map(state.shown);
    shown.delete(name);
    return { shown };
  });
}

type Options = {
  /** Keeps its state while closed, because it continues working. */
  staysAlive?: boolean;
};

type Dialog<Props extends object> = {
  open(...args: object extends Props ? [props?: Props] : [props: Props]): void;
  prepare(props: Props): void;
  loadWhenIdle(): void;
  close(): void;
};

/**
 * Declares a dialog that any page can open. `load` imports its module, whose default export is the component, on first use; a
 * failure is reported, and the next opening or 'Try again' retries. `name` is unique in the app. Opening an open dialog replaces
 * its props, a closed one starts afresh. `prepare` renders it closed, unless it is already mounted. `loadWhenIdle` has its code
 * loaded soon, so that it opens at once, and without a connection: for what shows a button that opens it.
 */
export function defineDialog<Props extends object = object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props & DialogProps> }>,
  { staysAlive = false }: Options = {},
): Dialog<Props> {
  // The outlet passes its own props together with DialogProps.
  const create = () => lazy(loadOrReport) as unknown as ComponentType<DialogProps>;
  let Component = create();
  let openAgain = () => {};

  async function loadOrReport() {
    try {
      return await load();
    } catch (error) {
      Component = create();
      const isAwaited = find(name)?.isOpen;
      forget(name);
      reportFailure('OPEN_DIALOG', error);
      // While the browser is offline, its notice says so already.
      if (isAwaited && onlineManager.isOnline()) offerAgain(openAgain);
      return { default: () => null };
    }
  }
  return {
    open(props = {} as Props) {
      const { isOpen = false, opening = 0 } = find(name) ?? {};
      const isAnew = !isOpen && !staysAlive;
      openAgain = () => put(name, { Component, props, isOpen: true, opening: opening + 1 });
      put(name, { Component, props, isOpen: true, opening: isAnew ? opening + 1 : opening });
    },
    prepare(props) {
      if (!find(name)) put(name, { Component, props, isOpen: false, opening: 0 });
    },
    loadWhenIdle() {
      // A failure here has been noticed by nobody: opening loads again, and says when that fails.
      if (!savesData()) void whenIdle(load).catch(() => undefined);
    },
    close: () => close(name),
  };
}

function offerAgain(openAgain: () => void): void {
  const run = () => {
    closeToast(toast);
    openAgain();
  };
  const action = { label: i18next.t('errors.tryAgain'), run };
  const toast = showToast({ message: i18next.t('errors.notOpened'), tone: 'failure', action });
}

/** Discards all dialogs with their props and state: on sign-out, and between tests. */
export function closeAllDialogs(): void {
  useDialogs.setState({ shown: new Map() });
}

/** Renders all dialogs, once, beside the pages. While one is loading the others stay unchanged. */
export function DialogOutlet() {
  const { shown } = useDialogs();
  return [...shown].map(([name, { Component, props, isOpen, opening }]) => (
    <Suspense key={`${name} ${opening}`} fallback={<Awaited isOpen={isOpen} onClose={() => close(name)} />}>
      <Component {...props} isOpen={isOpen} onClose={() => close(name)} />
    </Suspense>
  ));
}

/**
 * A dialog whose code is still loading: Escape and Back leave it alone, as if it were there. The style sheet shows on the pressed
 * button that it is on its way.
 */
function Awaited({ isOpen, onClose }: DialogProps) {
  useLayer(isOpen, { kind: 'dialog', onLeave: onClose });
  return isOpen && <span className="awaited" role="status" aria-label={i18next.t('shell.loading')} />;
}
