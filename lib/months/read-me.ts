/** How to check a package, for people who have nothing but it. */
export const readMe = (month: string): string =>
  `${month} 月次パッケージ / Month package

確認方法：空のフォルダに展開し、Node.js 20以上で次を実行してください。ネットワークは使用しません。
To check it: unpack it into an empty folder and run this with Node.js 20 or later. It uses no network.

    node verify.mjs

closes.csv, close-figures.csv, closes/    日次締めとハッシュ値 / daily closes with their hashes
fee-statement.csv, movements.csv          手数料明細と日別の内訳 / fee statement and its days
balance-movements.csv                     取引以外の残高の動き / movements of the balance beside orders
open-items.csv                            月末に未確定の取引 / orders that were open when the month ended
runs.csv, results.csv, differences.csv    突合とその結果 / reconciliations and their results
exceptions.csv, exception-history.csv     差異と対応履歴 / exceptions and what was done about them
audit.json                                監査ログの末尾の値 / heads of the audit log
journals/                                 仕訳（弥生・freee・マネーフォワード、Shift_JIS） / journals
manifest.json, manifest.sha256            全ファイルのハッシュ値と合計 / hashes of all files, and sums

日付と時刻はAsia/Tokyoです。日本円以外の動きは仕訳に含めず、journals/left-out.csvに記載しています。
Days and times are in Asia/Tokyo. The journals hold yen; all else is in journals/left-out.csv.
runs.csvのcountedInは、その期間を含むより長い突合です。該当する突合の結果はresults.csvとdifferences.csvに含めていません。
In runs.csv, countedIn names a longer run with the same days: only the longer one is in results.csv and differences.csv.
runs.csvのoverlapsは、このパッケージ内で対象期間が一部重なる突合です。重なる日の金額と件数は、それぞれの突合に含まれています。
In runs.csv, overlaps names runs of this package that share some of the days: each of them counts these days.
パッケージ自体が差し替えられていないことは、ZIPのSHA-256をコンソールの表示と比べて確認してください。
That the package is the one that was packed is shown by the SHA-256 of the ZIP, which the console lists.
`;
