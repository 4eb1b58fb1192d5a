import { useLogout } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { SignInFrame } from '#web/ui/admin/layout/sign-in-frame.tsx';

const GateWays = lazy(() => import('./gate-ways.tsx').then((module) => ({ default: module.GateWays })));

/**
 * Shown instead of every screen to people who must have a second factor and signed in by a password alone. They set one
 * up or use their passkey here, and the requested screen follows. It stays until the recovery codes are saved.
 */
export function TwoFactorGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { mutate: logOut } = useLogout();
  const cache = useQueryClient();
  const isMissing = useSyncExternalStore(session.subscribe, session.isTwoFactorMissing);
  const [isClosed, setClosed] = useState(false);
  if (isMissing && !isClosed) setClosed(true);
  if (!isMissing && !isClosed) return children;
  return (
    <SignInFrame title={t('twoFactor.gate.title')}>
      <Suspense fallback={<Skeleton active />}>
        <GateWays
          onDone={() => {
            // Earlier answers were refusals, or say that there is no second factor.
            cache.clear();
            session.setTwoFactorMissing(false);
            setClosed(false);
          }}
        />
      </Suspense>
      <p className="sign-in-more">
        <Button type="link" onClick={() => logOut()}>
          {t('actions.logOut')}
        </Button>
      </p>
    </SignInFrame>
  );
}
