import { App, ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#web/providers/i18n.ts';
import { followLocale } from '#web/providers/i18n-provider.ts';
import type { AntdLocale } from '#web/providers/antd-locales.ts';
import { useLessMotion } from './less-motion.ts';
import { useTextScale } from './text-scale.ts';
import { pageNonce } from './style-nonce.ts';
import { brandedPalettes, selectedRows } from '#contract/company/accent.ts';
import { fontFamily, type Palette, radius } from '#contract/company/theme.ts';
import { toastMs } from '#web/ui/shared/theme.ts';
import { onThemeChange, shownTheme } from '#web/ui/shared/theme-choice.ts';

/** antd with our tokens, in the present theme and language, with the page's nonce for its styles. */
export function AdminTheme({
  accent,
  firstWords,
  children,
}: {
  accent: string | null;
  firstWords: AntdLocale;
  children: ReactNode;
}) {
  const shown = useSyncExternalStore(onThemeChange, shownTheme);
  const isStill = useLessMotion();
  const scale = useTextScale();
  const theme = useMemo(() => themeOf(shown, { accent, isStill, scale }), [shown, accent, isStill, scale]);
  const words = useAntdWords(firstWords);
  return (
    <ConfigProvider
      theme={theme}
      locale={words}
      csp={{ nonce: pageNonce }}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      form={{ requiredMark: true, scrollToFirstError: true }}
    >
      <App
        component={Unwrapped}
        // A new toast neither pushes out nor covers the one before (specification, section 9).
        notification={{ duration: toastMs / 1000, placement: 'bottomRight', stack: false }}
        message={{ duration: toastMs / 1000 }}
      >
        {children}
      </App>
    </ConfigProvider>
  );
}

/** Nothing has to carry the theme's variables around the panel: each of antd's components carries them itself. */
function Unwrapped({ children }: { children?: ReactNode }) {
  return children;
}

function useAntdWords(firstWords: AntdLocale): AntdLocale {
  const { i18n } = useTranslation();
  const [words, setWords] = useState(firstWords);
  useEffect(() => {
    let latest = true;
    void followLocale(currentLocale()).then((loaded) => latest && setWords(loaded));
    return () => {
      latest = false;
    };
  }, [i18n.language]);
  return words;
}

function themeOf(
  name: 'light' | 'dark',
  { accent, isStill, scale }: { accent: string | null; isStill: boolean; scale: number },
): ThemeConfig {
  const palette = brandedPalettes(accent)[name];
  return {
    algorithm: name === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    cssVar: { key: 'admin' },
    hashed: false,
    token: {
      colorPrimary: palette.accent,
      colorPrimaryHover: palette.accentHover,
      colorPrimaryActive: palette.accentHover,
      colorTextLightSolid: palette.onAccent,
      colorLink: palette.link,
      colorLinkHover: palette.accentHover,
      colorLinkActive: palette.accentHover,
      colorText: palette.text,
      colorTextHeading: palette.text,
      colorTextSecondary: palette.textMuted,
      colorTextTertiary: palette.textMuted,
      colorTextDescription: palette.textMuted,
      colorTextPlaceholder: palette.textMuted,
      colorBgBase: palette.surface,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBgLayout: palette.page,
      colorBorder: palette.borderStrong,
      colorBorderSecondary: palette.border,
      colorSplit: palette.border,
      colorError: palette.danger,
      colorErrorText: palette.danger,
      colorErrorBg: palette.dangerSoft,
      colorSuccess: palette.success,
      colorSuccessBg: palette.successSoft,
      colorWarning: palette.warning,
      colorWarningBg: palette.warningSoft,
      colorInfo: palette.accent,
      colorInfoBg: palette.accentSoft,
      controlItemBgActive: palette.accentSoft,
      borderRadius: radius,
      fontFamily,
      ...sizesOf(scale),
      // People whose system asks for less motion get none.
      motion: !isStill,
      motionDurationMid: isStill ? '0s' : '0.12s',
      motionDurationSlow: isStill ? '0s' : '0.16s',
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultBorderColor: palette.border,
        borderColorDisabled: palette.border,
        solidTextColor: palette.onAccent,
      },
      Table: {
        headerBg: palette.surface,
        headerColor: palette.textMuted,
        headerSortActiveBg: palette.surface,
        headerSortHoverBg: palette.page,
        bodySortBg: palette.surface,
        headerSplitColor: 'transparent',
        rowHoverBg: palette.page,
        ...selectedRows(palette),
        borderColor: palette.border,
        stickyScrollBarBg: palette.border,
        cellPaddingBlockSM: 7,
        cellPaddingInlineSM: 12,
      },
      Form: { labelHeight: 22 * scale, verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      Notification: { width: 384 * scale },
      Segmented: segmentedOf(palette),
      Tooltip: { colorBgSpotlight: name === 'dark' ? '#3a4644' : '#22302d', colorTextLightSolid: '#ffffff' },
      Skeleton: { gradientFromColor: palette.page, gradientToColor: palette.border },
    },
  };
}

/** antd counts in pixels: what holds text follows the reader's text, as rem does in our own styles. */
function sizesOf(scale: number) {
  return { fontSize: 14 * scale, controlHeight: 34 * scale };
}

/** What is chosen stands out by its ground and its weight: it decides about money. */
function segmentedOf({ page, textMuted, text, accent, onAccent }: Palette) {
  return {
    trackBg: page,
    trackPadding: 2,
    itemColor: textMuted,
    itemHoverColor: text,
    itemSelectedBg: accent,
    itemSelectedColor: onAccent,
  };
}
