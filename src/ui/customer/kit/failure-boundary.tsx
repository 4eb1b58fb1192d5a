import { Component, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '#web/providers/http-error.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { loadAgain } from '#web/ui/customer/router/preloadable.tsx';
import { Screen } from './screen.tsx';

interface Props {
  /** A new place is tried again. */
  place?: string;
  /** For a part of a page: only the message, without a heading. */
  isPart?: boolean;
  children: ReactNode;
}

interface State {
  place: string | undefined;
  failure: { error: unknown } | null;
  attempts: number;
}

/**
 * Shows an error in place of a part that could not be loaded or rendered. Otherwise the whole page would turn white
 * and lose everything typed into it.
 */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failure: null, attempts: 0 };

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, failure: null, attempts: 0 };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  isBackOnline = false;

  again = () => {
    const { failure, attempts } = this.state;
    // A second failure may mean that the file is gone, as after an update of the server: then the page is loaded
    // again.
    if (attempts > 0 || !(failure?.error instanceof HttpError)) return location.reload();
    loadAgain();
    this.setState({ failure: null, attempts: attempts + 1 });
  };

  backOnline = () => {
    if (!(this.state.failure?.error instanceof HttpError)) return;
    this.isBackOnline = true;
    loadAgain();
    this.setState({ failure: null });
  };

  override componentDidCatch() {
    // Some browsers remember that a file could not be loaded: only a new page asks for it again.
    if (this.isBackOnline) location.reload();
    this.isBackOnline = false;
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <Failed
        error={failure.error}
        isPart={this.props.isPart ?? false}
        again={this.again}
        onOnline={this.backOnline}
      />
    );
  }
}

function Failed({
  error,
  isPart,
  again,
  onOnline,
}: {
  error: unknown;
  isPart: boolean;
  again: () => void;
  onOnline: () => void;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [onOnline]);
  const retry = (
    <Button look="secondary" onClick={again}>
      {t('actions.retry')}
    </Button>
  );
  if (isPart) {
    return (
      <Notice kind="danger">
        <p>{errorText(error)}</p>
        {retry}
      </Notice>
    );
  }
  return (
    <Screen title={t('failed.title')}>
      <Notice kind="danger">{errorText(error)}</Notice>
      <div className="actions">{retry}</div>
    </Screen>
  );
}
