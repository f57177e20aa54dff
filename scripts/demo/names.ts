const words = (text: string) => text.trim().split(/\s+/) as [string, ...string[]];

export const FAMILY_NAMES = words(`
  サトウ スズキ タカハシ タナカ イトウ ワタナベ ヤマモト ナカムラ コバヤシ カトウ ヨシダ ヤマダ ササキ ヤマグチ マツモト
  イノウエ キムラ ハヤシ シミズ ヤマザキ モリ アベ イケダ ハシモト イシカワ ヤマシタ オガワ イシイ ハセガワ ゴトウ オカダ
  コンドウ マエダ フジタ エンドウ アオキ サカモト ムラカミ オオタ カネコ フジイ フクダ ニシムラ ミウラ タケウチ ナカガワ
  オカモト マツダ ハラダ ナカノ オノ タムラ フジワラ ナカヤマ イシダ コジマ ワダ モリタ ウチダ シバタ サカイ クドウ`);

export const GIVEN_NAMES = words(`
  タロウ ハナコ イチロウ ミサキ ケンタ ユウコ ショウ リナ ダイスケ アヤ ジュン マナ レン サクラ ユウタ ヒナ ハルト メイ
  ソウタ アオイ カイト ユイ リク コハル タクミ ナナ ユウキ エミ コウジ トモコ マサル ケイコ ナオキ アカネ リョウ チヒロ
  シンジ ミホ ツバサ カオリ テツヤ マユミ ヒロシ ノゾミ アキラ サオリ ゴウ ヨウコ カズヤ メグミ`);

// biome-ignore format: a list
export const THAI_NAMES = [
  "Somchai Jaidee", "Malee Srisuk", "Anan Wongsa", "Niran Chaiya", "Ploy Suwan", "Kittisak Boon", "Arisa Thongchai",
  "Prasert Kaewmanee", "Siriporn Rattana", "Wichai Saelim", "Nattapong Inthara", "Kanya Phromma", "Thanakorn Sukjai",
  "Pimchanok Dee", "Surasak Chantara", "Waraporn Meechai", "Chaiwat Panya", "Duangjai Somboon", "Ekachai Noi",
  "Rungnapa Sae Tang",
] as const;
