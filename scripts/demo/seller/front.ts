import type { SettingValue } from '#contract/company/settings.ts';

/** What the demo's product is, above its prices. */
export const front: {
  headline: SettingValue<'front_headline'>;
  sentence: SettingValue<'front_sentence'>;
  questions: SettingValue<'front_questions'>;
} = {
  headline: {
    uk: 'Каса та облік товарів для вашого магазину',
    ru: 'Касса и учёт товаров для вашего магазина',
    en: 'Checkout and stock for your shop',
    lt: 'Kasa ir prekių apskaita jūsų parduotuvei',
    de: 'Kasse und Artikelverwaltung für Ihren Laden',
  },
  sentence: {
    uk: 'Продавайте з телефона чи комп’ютера, друкуйте чеки й стежте за виручкою за день і за місяць.',
    ru: 'Продавайте с телефона или компьютера, печатайте чеки и следите за выручкой за день и за месяц.',
    en: 'Sell from a phone or a computer, print receipts, and see the day’s and the month’s takings.',
    lt: 'Parduokite naudodamiesi telefonu ar kompiuteriu, spausdinkite kvitus ir matykite dienos bei mėnesio įplaukas.',
    de: 'Verkaufen Sie mit Smartphone oder Computer, drucken Sie Bons und sehen Sie die Einnahmen des Tages und des Monats.',
  },
  questions: [
    {
      question: {
        uk: 'Це фіскальний касовий апарат?',
        ru: 'Это фискальный кассовый аппарат?',
        en: 'Is it a fiscal cash register?',
        lt: 'Ar tai fiskalinis kasos aparatas?',
        de: 'Ist das eine fiskalische Registrierkasse?',
      },
      answer: {
        uk: 'Ні. Ці чеки нефіскальні: вони для вас і покупця, до податкової їх не передають. Якщо закон вимагає від вас РРО або програмний РРО, він потрібен вам і далі.',
        ru: 'Нет. Эти чеки нефискальные: они для вас и покупателя, в налоговую их не передают. Если закон требует от вас кассовый аппарат, он нужен вам и дальше.',
        en: 'No. Its receipts are not fiscal: they are for you and the buyer, and nothing is sent to the tax office. If the law requires you to use a fiscal cash register, you still need one.',
        lt: 'Ne. Šie kvitai nefiskaliniai: jie skirti jums ir pirkėjui, mokesčių inspekcijai nesiunčiami. Jei kasos aparatą turėti privalote, jo reikės ir toliau.',
        de: 'Nein. Die Bons sind keine Fiskalbelege: Sie sind für Sie und Ihre Kunden, ans Finanzamt wird nichts übermittelt. Wer gesetzlich eine Registrierkasse führen muss, braucht sie weiterhin.',
      },
    },
    {
      question: {
        uk: 'Що потрібно, щоб почати?',
        ru: 'Что нужно, чтобы начать?',
        en: 'What do I need to start?',
        lt: 'Ko reikia norint pradėti?',
        de: 'Was brauche ich für den Anfang?',
      },
      answer: {
        uk: 'Телефон або комп’ютер із браузером та інтернет. Список товарів можна взяти з таблиці Excel або CSV, а чеки друкує звичайний принтер: на стрічці 80 мм або на аркуші A4.',
        ru: 'Телефон или компьютер с браузером и интернет. Список товаров можно взять из таблицы Excel или CSV, а чеки печатает обычный принтер: на ленте 80 мм или на листе A4.',
        en: 'A phone or a computer with a browser, and the internet. Your products can come from an Excel or CSV file, and an ordinary printer prints the receipts, on an 80 mm roll or on A4.',
        lt: 'Telefono arba kompiuterio su naršykle ir interneto. Prekių sąrašą galima įkelti iš „Excel“ arba CSV lentelės, o kvitus spausdina įprastas spausdintuvas: 80 mm juostoje arba A4 lape.',
        de: 'Ein Telefon oder einen Computer mit Browser und Internet. Die Artikel können aus einer Excel- oder CSV-Tabelle kommen, die Bons druckt jeder Drucker: auf einer 80-mm-Rolle oder auf A4.',
      },
    },
    {
      question: {
        uk: 'А якщо я передумаю?',
        ru: 'А если я передумаю?',
        en: 'What if I change my mind?',
        lt: 'O jeigu persigalvosiu?',
        de: 'Und wenn ich es mir anders überlege?',
      },
      answer: {
        uk: 'Закрийте обліковий запис у налаштуваннях: 14 днів це можна скасувати, а невитрачений залишок балансу ми повернемо. Усі дані можна завантажити одним файлом.',
        ru: 'Закройте учётную запись в настройках: 14 дней это можно отменить, а неизрасходованный остаток баланса мы вернём. Все данные можно скачать одним файлом.',
        en: 'Close your account in its settings: you can undo that for 14 days, and we pay back what is left on your balance. You can download all your data as one file.',
        lt: 'Uždarykite paskyrą jos nustatymuose: 14 dienų tai galima atšaukti, o nepanaudotą likutį grąžinsime. Visus duomenis galima atsisiųsti vienu failu.',
        de: 'Schließen Sie das Konto in den Einstellungen: 14 Tage lang lässt sich das zurücknehmen, und das restliche Guthaben zahlen wir zurück. Alle Daten lassen sich als eine Datei herunterladen.',
      },
    },
  ],
};
