/** Full names written as one word, as is common in China, Taiwan, Korea and Vietnam, from general knowledge. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const ONE_WORD_NAMES = words(`
  wangwei liuzhiqiang zhangxiuying lixiaolong chenguangcheng yangjiechi huangxiaoming zhaoziyang zhoujielun xuzhimo
  sunyatsen mahuateng zhurongji hujintao guojingming helihui linqingxia gaoxingjian luoyonghao zhengchenggong
  liangchaowei xiexiaodong songqingling tangweimin hanmeimei fengxiaogang dengxiaoping caoxueqin pengliyuan zengguofan
  tianzhuangzhuang dongmingzhu yuanlongping panshiyi yuhuaqing jiangzemin caixukun jiazhangke dingjunhui weiqiang
  xueshaoxuan yanfuqiang duzhaoqi xiaxueyi zhongnanshan renzhengfei fanbingbing fangzhouzi shiyuzhu yaochen
  liaofanzhou zouyuefei xiongdailin jinchengwu luhuiming haoxueqiong kongqingdong baijingting cuixiangqiong kangyouwei
  maoxiaotong qiuyuanyuan qinshihuang gulinazha houxiaoxian shaoyifu mengmeiqi longyingtai wanqian duanyihong leijun
  qianzhongshu tangguoqiang yinzheng changxiangyu wuxiubo qiaoguanhua laishengchuan gongli wenzhang ouyangxiadan
  zhuangxiaoqiong shuangquan chuanxiong zhuangzhuang xuxiangqing ruanlingyu zhugeliang simaqian guanyunchang
  tsaiingwen hsiehchangting wangchienming chenshuibian linchiling
  kimminjun leejihoon parkjisung choiseunghyun jungkyungho kangdongwon choyongpil yoonseokyeol janghyukjin limyoungwoong
  hansohee ohseunghwan seojinhyeok shinjungeun kwonjiyong hwangheechan ahnjunghwan songhyekyo ryuhyunjin hongmyungbo
  jeonjungkook kohyunjung moonjaein sonheungmin baeyongjoon baekjongwon heojun namjoohyuk nohtaewoo kwakhyunwoo
  sunghyunah chaeunwoo joojihoon woobyungwoo minhyorin jinseonkyu ohgeunhyeok ryuhobyung baekhyukjin yanghyeokjin
  nguyenvanhung tranthimai lethanhson phamquynhanh huynhducphat phanvantruong vuhoangnam votranhoang dangthuyduong
  buiquangminh doquocnhan hongochuyen ngothanhvan duongtrongtan lyhahoang nguyenthithanhhuong tranquocbao lyquangdieu
  vudungngan dovinhngoc buibinhmy doanngochai trinhcongson
`)
