import { type ComponentType, lazy, Suspense } from 'react';
import { create } from 'zustand';

/** What the outlet hands to every dialog. It stays mounted while it closes, so that closing is animated. */
export type DialogProps = { isOpen: boolean; onClose: () => void };

type Shown = { Component: ComponentType<DialogProps>; props: object; isOpen: boolean };

const useDialogs = create<{ shown: ReadonlyMap<string, Shown> }>(() => ({ shown: new Map() }));

function put(name: string, shown: Shown): void {
  useDialogs.setState((state) => ({ shown: new Map(state.shown).set(name, shown) }));
}

/**
 * A dialog that any page can open. `load` imports its module, whose default export is the component, when it is first
 * opened. `name` is unique in the app. Opening again replaces the props.
 */
export function defineDialog<Props extends object = object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props & DialogProps> }>,
): { open(props: Props): void; close(): void } {
  const Component = lazy(load) as unknown as ComponentType<DialogProps>;
  return {
    open: (props) => put(name, { Component, props, isOpen: true }),
    close() {
      const shown = useDialogs.getState().shown.get(name);
      if (shown) put(name, { ...shown, isOpen: false });
    },
  };
}

/** Closes every dialog and forgets it, when a customer signs out and between tests. */
export function closeAllDialogs(): void {
  useDialogs.setState({ shown: new Map() });
}

/** Where every defined dialog is rendered, once, beside the pages. */
export function DialogOutlet() {
  const { shown } = useDialogs();
  return [...shown].map(([name, { Component, props, isOpen }]) => (
    // One boundary each: a dialog that is being loaded must not hide one that is open.
    <Suspense key={name} fallback={null}>
      <Component {...props} isOpen={isOpen} onClose={() => put(name, { Component, props, isOpen: false })} />
    </Suspense>
  ));
}
