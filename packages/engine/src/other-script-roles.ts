/** Functions and no-reply in scripts that have no form in a–z. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Whole words, as they stand between separators and digits; all words of a local part must be such. */
const ROLES = new Set(
  words(`
    инфо информация почта контакт контакты новости сервис помощь справка директор офис магазин
    інфо пошта відділ допомога контакти инфо подршка контакт
    πληροφορίες πωλήσεις επικοινωνία υποστήριξη γραμματεία λογιστήριο παραγγελίες διοίκηση
    支持 市场 市場 人事 行政 联系 联系我们 聯絡 信息 資訊 管理员 管理員 新闻 媒体 商务 邮件 信箱 情報 事務 代表 管理者 인사 지원 안내 대표
    مدير المدير العملاء تماس مدیر
    מידע תמיכה מכירות שירות משרד הנהלה דרושים צרו קשר יצירתקשר
    जानकारी सहायता संपर्क बिक्री ข้อมูล ติดต่อ ฝ่ายขาย บริการ
  `),
)

/** How words of a function begin, whatever case they stand in and whatever stands beside them: `служба.поддержки`. */
const CYRILLIC_STEMS = words(`
  поддержк техподдержк продаж сбыт закупк админ администратор бухгалтер приемн приёмн секретар пресс ваканс кадр отдел реклам маркетинг
  заказ служб редакц канцеляр безопасност клиент администрац поставк логистик рекрут персонал техническ информацион
  підтримк продаж бухгалтер відділ секретаріат замовлен подршк продај поддръжк продажб поръчк счетоводств
`)
/** Of a stem and an ending; what is longer is another word, or a name made from one. */
const LONGEST_ENDING = 3

/** Parts of words that names of people do not hold: these scripts write without spaces. */
const INSIDE = words(`
  客服 客户 客戶 销售 銷售 技术支持 市场部 市場部 招聘 人力资源 人力資源 财务 財務 服务 服務 咨询 諮詢 投诉 投訴 采购 採購 售后 售後
  办公室 辦公室 前台 行政部 人事部 热线 熱線 中心 团队 團隊
  営業 総務 人事課 人事係 採用 問合せ 問い合わせ お問合せ 受付 事務局 事務所 広報 サポート サービス 窓口 経理 注文 予約 編集部 相談
  セキュリティ センター デスク 担当 係宛
  문의 고객 영업 관리자 채용 인사팀 인사부 홍보 총무 기술지원 마케팅 구매 회계 보안 예약 주문 사무국 서비스 센터 상담 담당 사무실
`)

/** Arabic and Persian words of a function, without their article; one of them is enough. */
const ARABIC = new Set(
  words(`
    دعم مبيعات تسويق توظيف محاسبة مشتريات موارد خدمة خدمات إدارة ادارة استعلامات استفسارات شكاوى شكاوي قسم تواصل اتصل معلومات
    مكتب سكرتارية علاقات إعلام اعلام صيانة حجوزات طلبات استقبال مالية حسابات تدريب جودة أمن
    اطلاعات پشتیبانی فروش مدیریت پذیرش بازاریابی استخدام حسابداری روابط
  `),
)
const ARABIC_ARTICLE = /^(?:ال|وال|لل)/

const NO_REPLIES = new Set(
  words(`
    неотвечать неотвечайте нетответа безответа невідповідати неотговаряйте 请勿回复 請勿回覆 不要回复 勿回复 返信不可 返信不要
    送信専用 회신불가 발신전용 답장불가 لاترد عدمالرد בליתגובה אלתשיבו μηναπαντάτε
  `),
)

const SEPARATORS = /[\p{P}\p{N}+_\s]+/u

export function findOtherScriptTerms(local: string): 'role' | 'no_reply' | undefined {
  const parts = local
    .normalize('NFC')
    .toLowerCase()
    .split(SEPARATORS)
    .filter((part) => part !== '')
  if (parts.length === 0) return undefined
  if (NO_REPLIES.has(parts.join(''))) return 'no_reply'
  return parts.some(isStrong) || parts.every((part) => ROLES.has(part)) ? 'role' : undefined
}

function isStrong(part: string): boolean {
  return (
    ARABIC.has(part) ||
    ARABIC.has(part.replace(ARABIC_ARTICLE, '')) ||
    INSIDE.some((word) => part.includes(word)) ||
    CYRILLIC_STEMS.some((stem) => part.startsWith(stem) && part.length <= stem.length + LONGEST_ENDING)
  )
}
